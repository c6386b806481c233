import type { MessagesOutputConfig, MessagesRequest } from '../../../../generated/messages/model/index.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { EncodeScope } from './encode-scope.js'
import { encodeOthers, encodeSampling } from './settings-encode.js'
import { encodeThinking } from './thinking-encode.js'
import { encodeTools } from './tools-encode.js'
import { encodeTurns } from './turns-encode.js'

/** The exchange's request for an upstream of the messages style. What has no place is in the ledger, what cannot be left out is refused. */
export function encodeRequest(conversation: ConversationRequest, target: Target): WireObject {
  const scope = new EncodeScope(conversation, target)
  const { settings, output } = conversation
  const tools = encodeTools(scope)
  const { system, messages } = encodeTurns(conversation.turns, scope, output?.value.type === 'json')
  const { thinking, effort, maxTokens } = encodeThinking(conversation, messages, target)
  const format = encodeFormat(conversation, target)
  const config: MessagesOutputConfig = { ...(effort === undefined ? {} : { effort }), ...format }
  const wire: MessagesRequest = {
    model: target.model,
    max_tokens: maxTokens,
    ...(system === undefined ? {} : { system }),
    messages,
    ...tools,
    ...(thinking === undefined ? {} : { thinking }),
    ...(Object.keys(config).length === 0 ? {} : { output_config: config }),
    ...encodeSampling(settings, thinking !== undefined && thinking.type !== 'disabled', target.ledger),
    ...encodeOthers(settings, target.ledger),
    ...(conversation.stream ? { stream: true } : {}),
  }
  return withoutUnsupported(wire, conversation, target)
}

function encodeFormat({ output }: ConversationRequest, { ledger }: Target): Pick<MessagesOutputConfig, 'format'> {
  switch (output?.value.type) {
    case 'json-schema':
      // The schema itself reaches the upstream; its name and strictness have no place and change nothing.
      ledger.move(output.at, 'only the schema is sent')
      return { format: { type: 'json_schema', schema: output.value.schema } }
    case 'json':
      ledger.approximate(output.at, 'there is no JSON mode without a schema; the model is told to answer with JSON')
      return {}
    case 'text':
      ledger.move(output.at, 'the answer is text')
      return {}
    default:
      return {}
  }
}

/** Members that this provider of the style does not know. */
function withoutUnsupported(wire: MessagesRequest, conversation: ConversationRequest, target: Target): WireObject {
  const unknown = new Set(target.traits.unsupported)
  if (unknown.size === 0) return { ...wire }
  const known = Object.entries(wire).filter(([name]) => {
    if (!unknown.has(name)) return true
    for (const at of placesOf(name, conversation)) target.ledger.drop(at, 'this provider does not know it')
    return false
  })
  return Object.fromEntries(known)
}

/** Where the client wrote what became this member. */
function placesOf(member: string, { settings, toolChoice, parallelToolCalls, output, reasoning, tools }: ConversationRequest): string[] {
  const places: Readonly<Record<string, readonly ({ readonly at: string } | undefined)[]>> = {
    tool_choice: [toolChoice, parallelToolCalls],
    tools,
    metadata: [settings.user],
    service_tier: [settings.serviceTier],
    temperature: [settings.temperature],
    top_p: [settings.topP],
    top_k: [settings.topK],
    stop_sequences: [settings.stopSequences],
    thinking: [reasoning?.mode, reasoning?.budgetTokens, reasoning?.summary],
    output_config: [output, reasoning?.effort],
  }
  return (places[member] ?? []).flatMap((place) => (place === undefined ? [] : [place.at]))
}
