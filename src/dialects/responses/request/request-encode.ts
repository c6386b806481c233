import type { ResponsesReasoningEffort } from '../../../../generated/responses/model/index.js'
import { refuse } from '../../../exchange/error.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat, ReasoningSettings } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { encodeTurns } from './items-encode.js'
import { encodeToolChoice, encodeTools } from './tools-encode.js'

const leastOutputTokens = 16
const longestUser = 64
const serviceTiers: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast'])
const noPlace = 'this style has no such setting'

export function encodeRequest(conversation: ConversationRequest, target: Target): WireObject {
  const request = new RequestBody(target)
  request.put('model', target.model)
  request.put('input', encodeTurns(conversation.turns, target))
  if (conversation.stream) request.put('stream', true)
  encodeToolSettings(conversation, request, target)
  encodeText(conversation, request, target)
  const include: string[] = []
  encodeReasoning(conversation.reasoning, request, include, target)
  encodeSettings(conversation, request, include, target)
  if (include.length > 0) request.put('include', include)
  return request.body
}

/** The body as it grows; a member that the provider does not know is left out and booked. */
class RequestBody {
  readonly body: Record<string, unknown> = {}

  constructor(readonly target: Target) {}

  put(name: string, value: unknown, at?: string): void {
    if (this.target.traits.unsupported?.includes(name) === true) {
      if (at !== undefined) this.target.ledger.drop(at, `the provider does not know ${name}`)
      return
    }
    this.body[name] = value
  }

  putLocated(name: string, located: Located<unknown> | undefined): void {
    if (located !== undefined) this.put(name, located.value, located.at)
  }
}

function encodeToolSettings(conversation: ConversationRequest, request: RequestBody, target: Target): void {
  const tools = encodeTools(conversation, target)
  const { toolChoice, parallelToolCalls } = conversation
  const choice = toolChoice === undefined ? undefined : encodeToolChoice(toolChoice, conversation)
  if (tools.length === 0) {
    if (toolChoice !== undefined) target.ledger.move(toolChoice.at, 'there is no tool to choose')
    if (parallelToolCalls !== undefined) target.ledger.move(parallelToolCalls.at, 'there is no tool to call')
    return
  }
  request.put('tools', tools, '/tools')
  if (toolChoice !== undefined) request.put('tool_choice', choice, toolChoice.at)
  request.putLocated('parallel_tool_calls', parallelToolCalls)
}

function encodeText(conversation: ConversationRequest, request: RequestBody, target: Target): void {
  const { output } = conversation
  const { verbosity } = conversation.settings
  const format = output === undefined ? undefined : encodeFormat(output.value)
  const word = verbosity?.value === 'low' || verbosity?.value === 'medium' || verbosity?.value === 'high' ? verbosity.value : undefined
  if (verbosity !== undefined && word === undefined) target.ledger.drop(verbosity.at, 'the word is unknown here')
  if (format === undefined && word === undefined) return
  const text = { ...(format === undefined ? {} : { format }), ...(word === undefined ? {} : { verbosity: word }) }
  request.put('text', text, output?.at ?? verbosity?.at)
}

function encodeFormat(output: OutputFormat): WireObject {
  switch (output.type) {
    case 'text':
      return { type: 'text' }
    case 'json':
      return { type: 'json_object' }
    case 'json-schema':
      return {
        type: 'json_schema',
        name: output.name ?? 'response',
        ...(output.description === undefined ? {} : { description: output.description }),
        schema: output.schema,
        ...(output.strict === undefined ? {} : { strict: output.strict }),
      }
  }
}

function encodeReasoning(settings: ReasoningSettings | undefined, request: RequestBody, include: string[], target: Target): void {
  if (settings === undefined) return
  const effort = effortOf(settings, target)
  const { summary, encrypted } = settings
  const wantsSummary = summary !== undefined && summary.value !== 'none'
  if (summary?.value === 'none') target.ledger.move(summary.at, 'no summary is made unless it is asked for')
  if (effort !== undefined || wantsSummary) {
    const at = settings.effort?.at ?? settings.budgetTokens?.at ?? settings.mode?.at ?? summary?.at
    request.put('reasoning', { ...(effort === undefined ? {} : { effort }), ...(wantsSummary ? { summary: summary.value } : {}) }, at)
  }
  // Without the encrypted form nothing of the reasoning can go back in the next turn. Only reasoning models take the wish.
  const reasons = effort !== undefined && effort !== 'none'
  if (encrypted?.value === true || reasons) include.push('reasoning.encrypted_content')
  else if (encrypted !== undefined) target.ledger.move(encrypted.at, 'left out unless it is asked for')
}

/** The words of the other styles as an effort; a budget is rounded to the nearest word. */
function effortOf(settings: ReasoningSettings, target: Target): ResponsesReasoningEffort | undefined {
  const { effort, budgetTokens, mode } = settings
  if (effort !== undefined) {
    if (budgetTokens !== undefined) target.ledger.drop(budgetTokens.at, 'the effort stands for it')
    if (mode !== undefined) target.ledger.move(mode.at, 'the effort says so')
    return effort.value
  }
  if (mode?.value === 'disabled') {
    target.ledger.drop(mode.at, 'not every model can be kept from reasoning')
    if (budgetTokens !== undefined) target.ledger.drop(budgetTokens.at, 'there is no budget, only an effort')
    return undefined
  }
  if (budgetTokens !== undefined) {
    if (mode !== undefined) target.ledger.move(mode.at, 'the effort says so')
    target.ledger.approximate(budgetTokens.at, 'there is no budget, only an effort')
    return effortOfBudget(budgetTokens.value)
  }
  if (mode === undefined) return undefined
  target.ledger.approximate(mode.at, 'a medium effort, as nothing else is said')
  return 'medium'
}

function effortOfBudget(tokens: number): ResponsesReasoningEffort | undefined {
  if (tokens < 0) return undefined
  if (tokens === 0) return 'none'
  if (tokens <= 4096) return 'low'
  return tokens <= 16384 ? 'medium' : 'high'
}

function encodeSettings(conversation: ConversationRequest, request: RequestBody, include: string[], target: Target): void {
  const { settings } = conversation
  const { ledger } = target
  const { maxOutputTokens, choiceCount, user, serviceTier, logprobs, topLogprobs, modalities } = settings
  if (maxOutputTokens !== undefined) {
    const limit = Math.max(leastOutputTokens, maxOutputTokens.value)
    if (limit !== maxOutputTokens.value) ledger.approximate(maxOutputTokens.at, `the least limit is ${leastOutputTokens}`)
    request.put('max_output_tokens', limit, maxOutputTokens.at)
  }
  request.putLocated('temperature', settings.temperature)
  if (settings.topP !== undefined) {
    const share = Math.min(1, Math.max(0, settings.topP.value))
    if (share !== settings.topP.value) ledger.approximate(settings.topP.at, 'goes from 0 to 1 here')
    request.put('top_p', share, settings.topP.at)
  }
  request.putLocated('metadata', settings.metadata)
  request.putLocated('prompt_cache_key', settings.promptCacheKey)
  // The other styles keep nothing at the provider unless they are asked to.
  if (settings.store !== undefined) request.putLocated('store', settings.store)
  else if (conversation.dialect !== 'responses') request.put('store', false)
  if (user !== undefined) {
    if (user.value.length <= longestUser) request.put('safety_identifier', user.value, user.at)
    else ledger.drop(user.at, `longer than the ${longestUser} characters of an identifier here`)
  }
  if (serviceTier !== undefined) {
    if (serviceTiers.has(serviceTier.value)) request.putLocated('service_tier', serviceTier)
    else if (serviceTier.value === 'standard_only' || serviceTier.value === 'standard')
      request.put('service_tier', 'default', serviceTier.at)
    else ledger.drop(serviceTier.at, 'the tier is unknown here')
  }
  if (logprobs?.value === true) {
    include.push('message.output_text.logprobs')
    if (topLogprobs !== undefined) request.putLocated('top_logprobs', topLogprobs)
  } else {
    if (logprobs !== undefined) ledger.move(logprobs.at, 'left out unless it is asked for')
    if (topLogprobs !== undefined) ledger.drop(topLogprobs.at, 'no probabilities are asked for')
  }
  if (choiceCount !== undefined) {
    if (choiceCount.value > 1) throw refuse(choiceCount.at, `${choiceCount.at}: the chosen model answers with one choice only.`)
    ledger.move(choiceCount.at, 'there is always one')
  }
  if (modalities !== undefined) {
    const other = modalities.value.find((kind) => kind !== 'text')
    if (other !== undefined) throw refuse(modalities.at, `${modalities.at}: the chosen model writes no ${other}.`)
    ledger.move(modalities.at, 'text is what is always written')
  }
  if (settings.streamUsage !== undefined) ledger.move(settings.streamUsage.at, 'the last event always carries the usage')
  for (const setting of [
    settings.topK,
    settings.stopSequences?.value.length === 0 ? undefined : settings.stopSequences,
    settings.seed,
    settings.presencePenalty,
    settings.frequencyPenalty,
    settings.logitBias,
    settings.audio,
  ]) {
    if (setting !== undefined) ledger.drop(setting.at, noPlace)
  }
}
