import { withoutForeignTools } from '../../../exchange/fitting/hosted-tools.js'
import type { ChatDialect } from '../../../exchange/dialect-name.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat, ReasoningEffort, ReasoningSettings } from '../../../exchange/request.js'
import { clamped, TakenSettings, takeOneTextReply, takeStreamUsage } from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { fittedEffort, openaiModel, type OpenAIModel } from '../../openai-models.js'
import { fittedSettings } from '../../openai-settings.js'
import { responsesServiceTiers } from '../../openai-service-tiers.js'
import { RequestBody } from '../../request-body.js'
import { encodeTurns } from './items-encode.js'
import { encodeChoice, encodeTools } from './tools-encode.js'
import { searchesWeb } from './web-search.js'
import { defined } from '../../../json/object.js'

const minOutputTokens = 16
const maxUserLength = 64
const noSuchSetting = 'the responses style has no such setting'
const noBudget = 'the responses style has an effort, but no budget'

type Body = RequestBody<Record<string, unknown>>

/** Encodes the body of `POST /v1/responses`. Losses go to the ledger; throws a 400 where the meaning of the request would change. */
export function encodeRequest(original: ConversationRequest, target: Target): WireObject {
  const conversation = withoutForeignTools(original, { dialect: 'responses', searchesWeb: searchesWeb(target) }, target.ledger)
  const body: Body = new RequestBody(target)
  const model = openaiModel(target.model)
  body.put('model', target.model)
  body.put('input', encodeTurns(conversation.turns, target))
  if (conversation.stream) body.put('stream', true)
  putTools(body, conversation, target)
  const include: string[] = []
  const effort = putReasoning(body, conversation.reasoning, model, include, target.ledger)
  const settings = new TakenSettings(fittedSettings(conversation.settings, model, effort, target.ledger))
  putText(body, conversation.output, settings.take('verbosity'), target.ledger)
  putSettings(body, settings, conversation.dialect, include, target.ledger)
  if (include.length > 0) body.put('include', include)
  return body.wire
}

function putTools(body: Body, conversation: ConversationRequest, target: Target): void {
  const tools = encodeTools(conversation, target)
  const { toolChoice, parallelToolCalls } = conversation
  const choice = toolChoice === undefined ? undefined : encodeChoice(toolChoice, conversation)
  if (tools.length === 0) {
    if (toolChoice !== undefined) target.ledger.move(toolChoice.at, 'not needed: there are no tools')
    if (parallelToolCalls !== undefined) target.ledger.move(parallelToolCalls.at, 'not needed: there are no tools')
    return
  }
  body.putFrom('tools', tools, conversation.tools)
  body.put('tool_choice', choice, toolChoice)
  body.putSetting('parallel_tool_calls', parallelToolCalls)
}

function putText(body: Body, output: Located<OutputFormat> | undefined, verbosity: Located<string> | undefined, ledger: LossLedger): void {
  const format = output === undefined ? undefined : encodeFormat(output.value)
  const level = verbosity?.value === 'low' || verbosity?.value === 'medium' || verbosity?.value === 'high' ? verbosity.value : undefined
  if (verbosity !== undefined && level === undefined) ledger.drop(verbosity.at, 'the provider does not support this value')
  if (format === undefined && level === undefined) return
  body.put('text', defined<WireObject>({ format, verbosity: level }), output, level === undefined ? undefined : verbosity)
}

function encodeFormat(output: OutputFormat): WireObject {
  switch (output.type) {
    case 'text':
      return { type: 'text' }
    case 'json':
      return { type: 'json_object' }
    case 'json-schema':
      return defined({
        type: 'json_schema',
        name: output.name ?? 'response',
        description: output.description,
        schema: output.schema,
        strict: output.strict,
      })
  }
}

/** Puts the reasoning settings into the body. Returns the effort that is sent. */
function putReasoning(
  body: Body,
  reasoning: ReasoningSettings | undefined,
  model: OpenAIModel | undefined,
  include: string[],
  ledger: LossLedger,
): string | undefined {
  if (reasoning === undefined) return undefined
  const settings = new TakenSettings(reasoning)
  const effort = takeEffort(settings, model, ledger)
  const [summary, encrypted] = [settings.take('summary'), settings.take('encrypted')]
  settings.dropUnsupported(ledger, noSuchSetting)
  const reasons = model === undefined || model.efforts.length > 0
  const wantsSummary = reasons && summary !== undefined && summary.value !== 'none'
  if (summary !== undefined && !reasons) ledger.move(summary.at, 'not needed: the model does not reason')
  else if (summary?.value === 'none') ledger.move(summary.at, 'not needed: it is the default')
  if (effort !== undefined || wantsSummary) {
    const place = reasoning.effort ?? reasoning.budgetTokens ?? reasoning.mode ?? summary
    body.put('reasoning', defined({ effort, summary: wantsSummary ? summary.value : undefined }), place)
  }
  // Without encrypted content the client could not send the reasoning back in the next turn. Only reasoning models accept this entry.
  if ((encrypted?.value === true && reasons) || (effort !== undefined && effort !== 'none')) include.push('reasoning.encrypted_content')
  else if (encrypted !== undefined) ledger.move(encrypted.at, 'not needed: it is the default')
  return effort
}

/** The effort for the reasoning settings of any dialect; a budget in tokens becomes the nearest effort. */
function takeEffort(
  settings: TakenSettings<ReasoningSettings>,
  model: OpenAIModel | undefined,
  ledger: LossLedger,
): ReasoningEffort | undefined {
  const [effort, budgetTokens, mode] = [settings.take('effort'), settings.take('budgetTokens'), settings.take('mode')]
  if (effort !== undefined) {
    if (budgetTokens !== undefined) ledger.drop(budgetTokens.at, 'replaced by the effort')
    if (mode !== undefined) ledger.move(mode.at, 'not needed: the effort decides')
    return fittedEffort(model, effort.value, effort.at, ledger)
  }
  if (mode?.value === 'disabled' && model !== undefined) {
    if (budgetTokens !== undefined) ledger.move(budgetTokens.at, 'not needed: thinking is switched off')
    return fittedEffort(model, 'none', mode.at, ledger)
  }
  if (mode?.value === 'disabled') {
    ledger.drop(mode.at, 'not sent: the model may not support switching reasoning off')
    if (budgetTokens !== undefined) ledger.drop(budgetTokens.at, noBudget)
    return undefined
  }
  if (budgetTokens !== undefined) {
    if (mode !== undefined) ledger.move(mode.at, 'not needed: the effort decides')
    ledger.approximate(budgetTokens.at, noBudget)
    const nearest = effortOfBudget(budgetTokens.value)
    return nearest === undefined ? undefined : fittedEffort(model, nearest, budgetTokens.at, ledger)
  }
  if (mode === undefined) return undefined
  ledger.approximate(mode.at, 'sent as the effort medium')
  return fittedEffort(model, 'medium', mode.at, ledger)
}

function effortOfBudget(tokens: number): ReasoningEffort | undefined {
  if (tokens < 0) return undefined
  if (tokens === 0) return 'none'
  if (tokens <= 4096) return 'low'
  return tokens <= 16384 ? 'medium' : 'high'
}

function putSettings(body: Body, settings: TakenSettings, dialect: ChatDialect, include: string[], ledger: LossLedger): void {
  takeOneTextReply(settings, ledger)
  takeStreamUsage(settings, ledger)
  const limit = settings.take('maxOutputTokens')
  if (limit !== undefined) {
    if (limit.value < minOutputTokens)
      ledger.approximate(limit.at, `the provider accepts at least ${minOutputTokens}: ${minOutputTokens} was sent`)
    body.put('max_output_tokens', Math.max(minOutputTokens, limit.value), limit)
  }
  body.putSetting('temperature', settings.take('temperature'))
  const topP = settings.take('topP')
  if (topP !== undefined) body.put('top_p', clamped(topP, 0, 1, ledger), topP)
  body.putSetting('metadata', settings.take('metadata'))
  body.putSetting('prompt_cache_key', settings.take('promptCacheKey'))
  const store = settings.take('store')
  // In other dialects the provider stores replies only on request.
  if (store === undefined && dialect !== 'responses') body.put('store', false)
  else body.putSetting('store', store)
  const user = settings.take('user')
  if (user !== undefined && user.value.length > maxUserLength)
    ledger.drop(user.at, `the provider accepts at most ${maxUserLength} characters`)
  else body.putSetting('safety_identifier', user)
  putServiceTier(body, settings.take('serviceTier'), ledger)
  const [logprobs, topLogprobs] = [settings.take('logprobs'), settings.take('topLogprobs')]
  if (logprobs?.value === true) {
    include.push('message.output_text.logprobs')
    body.putSetting('top_logprobs', topLogprobs)
  } else {
    if (logprobs !== undefined) ledger.move(logprobs.at, 'not needed: it is the default')
    if (topLogprobs !== undefined) ledger.drop(topLogprobs.at, 'not needed: no log probabilities are requested')
  }
  // An empty list has no effect.
  const stops = settings.take('stopSequences')
  if (stops !== undefined && stops.value.length > 0) ledger.drop(stops.at, noSuchSetting)
  settings.dropUnsupported(ledger, noSuchSetting)
}

function putServiceTier(body: Body, tier: Located<string> | undefined, ledger: LossLedger): void {
  if (tier === undefined) return
  if (responsesServiceTiers.has(tier.value)) body.putSetting('service_tier', tier)
  else if (tier.value === 'standard_only' || tier.value === 'standard') body.put('service_tier', 'default', tier)
  else ledger.drop(tier.at, 'the provider has no such service tier')
}
