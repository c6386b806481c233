import type { ResponsesCreateRequest, ResponsesInput, ResponsesTextFormat } from '../../../../generated/responses/model/index.js'
import type { DecodeRequestContext } from '../../../exchange/context.js'
import { refuse } from '../../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import { located, type Located } from '../../../exchange/located.js'
import {
  reasoningEfforts,
  type ConversationRequest,
  type OutputFormat,
  type ReasoningSettings,
  type Settings,
  type Tool,
  type Turn,
} from '../../../exchange/request.js'
import { knownValue } from '../../../exchange/known-value.js'
import { defined } from '../../../json/object.js'
import type { WireObject } from '../../dialect.js'
import { updatedSettings } from './configuration-updates.js'
import { decodeItems, toolsInItems } from './items-decode.js'
import { ToolCatalogue } from './tool-catalogue.js'
import { decodeToolChoice, decodeTools } from './tools-decode.js'

/** Members that are read below; the exchange does not have others, so they go to the ledger. */
const known = new Set([
  'model',
  'input',
  'instructions',
  'max_output_tokens',
  'temperature',
  'top_p',
  'top_logprobs',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'text',
  'reasoning',
  'include',
  'previous_response_id',
  'store',
  'background',
  'truncation',
  'service_tier',
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
])
const reasoningMembers = new Set(['effort', 'summary', 'generate_summary'])
const streamMembers = new Set(['include_obfuscation'])
const textMembers = new Set(['format', 'verbosity'])
const formatMembers = new Set(['type', 'name', 'description', 'schema', 'strict'])

/** Decodes the body of `POST /v1/responses`. */
export function decodeRequest(body: WireObject, context: DecodeRequestContext): ConversationRequest {
  // The contract's validator has checked the body against `ResponsesCreateRequest`.
  const wire = body as unknown as ResponsesCreateRequest
  const { ledger } = context
  dropUnknown(refuseStoredState(wire), known, '', ledger)
  const catalogue = new ToolCatalogue([...decodeTools(wire.tools ?? [], '/tools', ledger), ...toolsInInput(wire.input, ledger)], ledger)
  const instructions: Turn[] =
    typeof wire.instructions === 'string' && wire.instructions !== ''
      ? [{ role: 'system', parts: [{ type: 'text', text: wire.instructions, at: '/instructions' }], at: '/instructions' }]
      : []
  const { effort, format } = updatedSettings(wire, ledger)
  const reasoning = decodeReasoning(wire, effort, ledger)
  return defined<ConversationRequest>({
    dialect: 'responses',
    model: context.model ?? wire.model,
    stream: context.stream ?? wire.stream === true,
    turns: [...instructions, ...decodeInput(wire.input, catalogue, ledger)],
    turnsAt: '/input',
    tools: catalogue.tools,
    toolChoice:
      wire.tool_choice === undefined
        ? undefined
        : { value: decodeToolChoice(wire.tool_choice, '/tool_choice', catalogue, ledger), at: '/tool_choice' },
    parallelToolCalls: located(wire.parallel_tool_calls, '/parallel_tool_calls'),
    output: format === undefined ? undefined : { value: decodeFormat(format, ledger), at: format.at },
    reasoning,
    settings: decodeSettings(wire, ledger),
  })
}

/** Throws a 400 for state that is stored at a provider, since no other provider has it. */
function refuseStoredState(wire: ResponsesCreateRequest): ResponsesCreateRequest {
  if (wire.conversation !== undefined && wire.conversation !== null) {
    throw refuse(
      '/conversation',
      'conversation: the provider of this model has no stored conversations; use previous_response_id or send the items.',
    )
  }
  if (wire.prompt !== undefined && wire.prompt !== null) {
    throw refuse('/prompt', 'prompt: the provider of this model has no stored prompts; send the text in instructions and input.')
  }
  return wire
}

function toolsInInput(input: ResponsesInput | undefined, ledger: LossLedger): Tool[] {
  return Array.isArray(input) ? toolsInItems(input, '/input', ledger) : []
}

function decodeInput(input: ResponsesInput | undefined, catalogue: ToolCatalogue, ledger: LossLedger): Turn[] {
  if (input === undefined) return []
  if (typeof input === 'string') return [{ role: 'user', parts: [{ type: 'text', text: input, at: '/input' }], at: '/input' }]
  return decodeItems(input, '/input', catalogue, ledger)
}

function decodeFormat({ value: format, at }: Located<ResponsesTextFormat>, ledger: LossLedger): OutputFormat {
  dropUnknown(format, formatMembers, at, ledger)
  switch (format.type) {
    case 'text':
      return { type: 'text' }
    case 'json_object':
      return { type: 'json' }
    case 'json_schema':
      return defined<OutputFormat>({
        type: 'json-schema',
        schema: { ...format.schema },
        name: format.name,
        description: typeof format.description === 'string' ? format.description : undefined,
        strict: typeof format.strict === 'boolean' ? format.strict : undefined,
      })
    default:
      throw refuse(at, 'text.format: the provider of this model does not support this format.')
  }
}

function decodeReasoning(
  wire: ResponsesCreateRequest,
  effort: Located<string> | undefined,
  ledger: LossLedger,
): ReasoningSettings | undefined {
  const reasoning = wire.reasoning ?? {}
  dropUnknown(reasoning, reasoningMembers, '/reasoning', ledger)
  const summary = reasoning.summary ?? reasoning.generate_summary
  const index = wire.include?.indexOf('reasoning.encrypted_content') ?? -1
  const settings = defined<ReasoningSettings>({
    effort: effort === undefined ? undefined : knownValue(effort.value, effort.at, reasoningEfforts, ledger),
    summary: knownValue(
      summary,
      reasoning.summary ? '/reasoning/summary' : '/reasoning/generate_summary',
      ['auto', 'concise', 'detailed'],
      ledger,
    ),
    encrypted: index < 0 ? undefined : { value: true, at: `/include/${index}` },
  })
  if (reasoning.summary && reasoning.generate_summary) ledger.drop('/reasoning/generate_summary', 'replaced by reasoning.summary')
  return Object.keys(settings).length === 0 ? undefined : settings
}

function decodeSettings(wire: ResponsesCreateRequest, ledger: LossLedger): Settings {
  let wantsLogprobs = -1
  wire.include?.forEach((part, index) => {
    if (wire.include?.indexOf(part) !== index) ledger.move(`/include/${index}`, 'repeated')
    else if (part === 'message.output_text.logprobs') wantsLogprobs = index
    else if (part !== 'reasoning.encrypted_content')
      ledger.drop(`/include/${index}`, 'the tools and stored files that it concerns belong to another provider')
  })
  if (wire.text !== undefined) dropUnknown(wire.text, textMembers, '/text', ledger)
  if (wire.truncation === 'disabled') ledger.move('/truncation', 'not needed: conversations are never truncated')
  else if (typeof wire.truncation === 'string') ledger.drop('/truncation', 'conversations are never truncated')
  if (wire.background === true) ledger.approximate('/background', 'the response is generated at once, and stored under its id')
  if (wire.background === false) ledger.move('/background', 'not needed: it is the default')
  if (typeof wire.store === 'boolean') ledger.move('/store', 'the gateway stores the response')
  if (typeof wire.previous_response_id === 'string') ledger.move('/previous_response_id', 'the earlier turns are sent before the input')
  if (wire.stream_options) dropUnknown(wire.stream_options, streamMembers, '/stream_options', ledger)
  if (wire.stream_options?.include_obfuscation === true) ledger.drop('/stream_options/include_obfuscation', 'events have no padding')
  if (wire.stream_options?.include_obfuscation === false)
    ledger.move('/stream_options/include_obfuscation', 'not needed: events have no padding')
  if (typeof wire.safety_identifier === 'string' && typeof wire.user === 'string') ledger.drop('/user', 'replaced by safety_identifier')
  const user = wire.safety_identifier ?? wire.user
  const topLogprobs = wire.top_logprobs === 0 && wantsLogprobs < 0 ? undefined : wire.top_logprobs
  if (typeof wire.top_logprobs === 'number' && topLogprobs === undefined)
    ledger.move('/top_logprobs', 'not needed: no log probabilities are requested')
  const logprobsAt = wantsLogprobs >= 0 ? `/include/${wantsLogprobs}` : typeof topLogprobs === 'number' ? '/top_logprobs' : undefined
  return defined<Settings>({
    maxOutputTokens: located(wire.max_output_tokens, '/max_output_tokens'),
    temperature: located(wire.temperature, '/temperature'),
    topP: located(wire.top_p, '/top_p'),
    topLogprobs: located(topLogprobs, '/top_logprobs'),
    logprobs: logprobsAt === undefined ? undefined : { value: true, at: logprobsAt },
    user: located(user, typeof wire.safety_identifier === 'string' ? '/safety_identifier' : '/user'),
    metadata: located(wire.metadata, '/metadata'),
    serviceTier: located(wire.service_tier, '/service_tier'),
    verbosity: located(wire.text?.verbosity, '/text/verbosity'),
    promptCacheKey: located(wire.prompt_cache_key, '/prompt_cache_key'),
  })
}
