import type { MessagesOutputConfig, MessagesRequest } from '../../../../generated/messages/model/index.js'
import { withoutForeignTools } from '../../../exchange/fitting/hosted-tools.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import { TakenSettings } from '../../../exchange/taken-settings.js'
import type { Target } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { fittedLimit, fittedSampling } from '../../claude-settings.js'
import { RequestBody } from '../../request-body.js'
import { MessagesTarget } from './messages-target.js'
import { outputLimit, putOthers, putSampling } from './settings-encode.js'
import { encodeThinking } from './thinking-encode.js'
import { encodeTools } from './tools-encode.js'
import { encodeTurns } from './turns-encode.js'
import { searchesWeb } from './web-search.js'
import { defined } from '../../../json/object.js'

/** Encodes the body of `POST /v1/messages`. Losses go to the ledger; throws a 400 where the meaning of the request would change. */
export function encodeRequest(original: ConversationRequest, given: Target): WireObject {
  const conversation = withoutForeignTools(original, { dialect: 'messages', searchesWeb: searchesWeb(original, given) }, given.ledger)
  const target = new MessagesTarget(given)
  const limited = fittedLimit(conversation.settings, target.claude, target.ledger)
  const { output, reasoning, toolChoice, parallelToolCalls } = conversation
  const body = new RequestBody<MessagesRequest>(target)
  const tools = encodeTools(conversation, target)
  body.putFrom('tools', tools.tools, conversation.tools)
  body.put('tool_choice', tools.tool_choice, toolChoice, parallelToolCalls)
  const instructions = output?.value.type === 'json' ? ['Answer with one valid JSON value and nothing else.'] : []
  if (tools.instruction !== undefined) instructions.push(tools.instruction)
  const { system, messages } = encodeTurns(conversation, target, instructions)
  const { thinking, effort, maxTokens } = encodeThinking(
    conversation,
    outputLimit(limited.maxOutputTokens, target.claude, target),
    messages,
    target,
  )
  body.put('thinking', thinking, reasoning?.mode, reasoning?.budgetTokens, reasoning?.summary)
  const config: MessagesOutputConfig = defined({ effort, ...encodeFormat(conversation, target) })
  if (Object.keys(config).length > 0) body.put('output_config', config, output, reasoning?.effort)
  const thinks = thinking !== undefined && thinking.type !== 'disabled'
  const settings = new TakenSettings(fittedSampling(limited, target.claude, thinks, target.ledger))
  settings.take('maxOutputTokens')
  putSampling(body, settings, target.ledger)
  putOthers(body, settings, target.ledger)
  settings.dropUnsupported(target.ledger, 'the messages style has no such setting')
  if (conversation.stream) body.put('stream', true)
  return defined({
    model: target.model,
    max_tokens: maxTokens,
    system,
    messages,
    ...body.wire,
  })
}

function encodeFormat({ output }: ConversationRequest, { ledger }: Target): Pick<MessagesOutputConfig, 'format'> {
  switch (output?.value.type) {
    case 'json-schema':
      // The dialect has neither the schema's name nor its strictness, which do not change the answer.
      ledger.move(output.at, 'only the schema is sent')
      return { format: { type: 'json_schema', schema: output.value.schema } }
    case 'json':
      ledger.approximate(output.at, 'the provider has no JSON mode without a schema: an instruction asks for JSON')
      return {}
    case 'text':
      ledger.move(output.at, 'not needed: it is the default')
      return {}
    default:
      return {}
  }
}
