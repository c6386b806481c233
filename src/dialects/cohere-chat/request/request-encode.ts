import type { CohereChatRequest, CohereResponseFormat, CohereThinking } from '../../../../generated/cohere-chat/model/index.js'
import type { ChatDialect } from '../../../exchange/dialect-name.js'
import { withoutForeignTools } from '../../../exchange/fitting/hosted-tools.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Located } from '../../../exchange/located.js'
import type { ConversationRequest, OutputFormat, ReasoningSettings } from '../../../exchange/request.js'
import { clamped, TakenSettings, takeOneTextReply, takeStored, takeStreamUsage } from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import { RequestBody } from '../../request-body.js'
import { encodeTurns } from './messages-encode.js'
import { encodeTools } from './tools-encode.js'
import { defined } from '../../../json/object.js'

/** Writes a conversation as the body of `POST /v2/chat`. Throws a 400 that names the field where Cohere cannot express what changes the question. */
export function encodeRequest(original: ConversationRequest, target: Target): CohereChatRequest {
  const { ledger } = target
  const conversation = withoutForeignTools(original, { dialect: 'cohere-chat', searchesWeb: false }, ledger)
  const { messages, documents } = encodeTurns(conversation, target)
  const body = new RequestBody<CohereChatRequest>(target)
  if (conversation.stream) body.put('stream', true)
  if (documents.length > 0) body.put('documents', documents)
  const { tools, toolChoice, output } = conversation
  const members = encodeTools(conversation, ledger)
  body.putFrom('tools', members.tools, tools)
  body.put('strict_tools', members.strict_tools)
  body.put('tool_choice', members.tool_choice, toolChoice)
  encodeSettings(conversation, body, ledger)
  if (output !== undefined) body.put('response_format', encodeOutput(output, conversation.dialect, ledger), output)
  if (conversation.reasoning !== undefined) encodeReasoning(conversation.reasoning, body, ledger)
  return { ...body.wire, model: target.model, messages }
}

const mostStopSequences = 5

function encodeSettings(conversation: ConversationRequest, body: RequestBody<CohereChatRequest>, ledger: LossLedger): void {
  const settings = new TakenSettings(conversation.settings)
  takeOneTextReply(settings, ledger)
  takeStreamUsage(settings, ledger)
  const limit = settings.take('maxOutputTokens')
  body.put('max_tokens', limit?.value, limit)
  for (const [name, member, least, most] of ranges) {
    const setting = settings.take(name)
    if (setting !== undefined) body.put(member, clamped(setting, least, most, ledger), setting)
  }
  const seed = settings.take('seed')
  if (seed !== undefined && seed.value < 0) ledger.drop(seed.at, 'Cohere refuses negative seeds')
  else body.put('seed', seed?.value, seed)
  const stops = settings.take('stopSequences')
  if (stops !== undefined && stops.value.length > 0) {
    body.put('stop_sequences', stops.value.slice(0, mostStopSequences), stops)
    for (let index = mostStopSequences; index < stops.value.length; index += 1)
      ledger.drop(`${stops.at}/${index}`, `Cohere accepts at most ${mostStopSequences} stop sequences`)
  }
  const logprobs = settings.take('logprobs')
  if (logprobs?.value === false) ledger.move(logprobs.at, 'not needed: it is the default')
  else body.put('logprobs', logprobs?.value, logprobs)
  takeStored(settings, ledger)
  settings.dropUnsupported(ledger, 'Cohere has no such setting')
}

/** Settings whose values Cohere limits. */
const ranges = [
  ['temperature', 'temperature', 0, 1],
  ['topP', 'p', 0.01, 0.99],
  ['topK', 'k', 0, 500],
  ['presencePenalty', 'presence_penalty', 0, 1],
  ['frequencyPenalty', 'frequency_penalty', 0, 1],
] as const

function encodeOutput({ value, at }: Located<OutputFormat>, dialect: ChatDialect, ledger: LossLedger): CohereResponseFormat | undefined {
  if (value.type === 'text') {
    ledger.move(at, 'not needed: text is the default')
    return undefined
  }
  if (value.type === 'json') return { type: 'json_object' }
  const { name, description, schema } = value
  // In chat completions these members are one level deeper than in other dialects.
  const below = dialect === 'chat-completions' ? `${at}/json_schema` : at
  if (name !== undefined && schema.title !== undefined && schema.title !== name)
    ledger.drop(`${below}/name`, 'the schema has a title of its own')
  if (description !== undefined && schema.description !== undefined && schema.description !== description)
    ledger.drop(`${below}/description`, 'the schema has a description of its own')
  if (value.strict === false) ledger.approximate(`${below}/strict`, 'not needed: Cohere always enforces the schema')
  if (value.strict === true) ledger.move(`${below}/strict`, 'not needed: Cohere always enforces the schema')
  return { type: 'json_object', json_schema: { ...labels(value), ...schema } }
}

/** Cohere has no name or description of the format: they become the `title` and `description` of the schema. */
function labels({ name, description }: Extract<OutputFormat, { type: 'json-schema' }>): { title?: string; description?: string } {
  return defined({ title: name, description })
}

/** Thinking budgets in tokens for efforts below `high`; from `high` on no limit is set. */
const budgets: Readonly<Record<string, number>> = { minimal: 512, low: 1024, medium: 4096 }

function encodeReasoning(reasoning: ReasoningSettings, body: RequestBody<CohereChatRequest>, ledger: LossLedger): void {
  const settings = new TakenSettings(reasoning)
  const effort = settings.take('effort')
  const budgetTokens = settings.take('budgetTokens')
  const mode = settings.take('mode')
  let thinking: CohereThinking | undefined
  if (budgetTokens !== undefined && effort?.value === 'none') ledger.drop(effort.at, `${budgetTokens.at} decides`)
  if (mode !== undefined && (budgetTokens ?? effort) !== undefined) ledger.move(mode.at, 'not needed: the effort or the budget decides')
  if (mode !== undefined) {
    thinking = { type: mode.value === 'disabled' ? 'disabled' : 'enabled' }
    if (mode.value === 'adaptive') ledger.approximate(mode.at, 'Cohere has no adaptive thinking: it was enabled')
  }
  if (effort !== undefined) {
    const off = effort.value === 'none'
    const budget = budgets[effort.value]
    thinking ??= { type: off ? 'disabled' : 'enabled' }
    if (thinking.type === 'enabled' && budget !== undefined) thinking.token_budget = budget
    if (!off) ledger.approximate(effort.at, 'Cohere has budgets of thinking tokens instead of efforts')
  }
  if (budgetTokens !== undefined) {
    if (budgetTokens.value > 0) thinking = { type: 'enabled', token_budget: budgetTokens.value }
    else thinking = { type: budgetTokens.value === 0 ? 'disabled' : 'enabled' }
  }
  body.put('thinking', thinking, budgetTokens ?? effort ?? mode)
  settings.dropUnsupported(ledger, 'Cohere always returns its thinking')
}
