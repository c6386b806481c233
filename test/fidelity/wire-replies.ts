// Replies and events that the document of an upstream allows, in random order.
import type fc from 'fast-check'
import { drawn } from './draw.js'
import type { Json } from './json.js'
import { argumentsText, base64 } from './meanings.js'
import { componentsOf } from './requests/index.js'
import { replySchemas } from './reply-fidelity.js'
import { SchemaValues, type Meanings, type ValueOptions } from './schema-values.js'
import type { Upstream } from './pairs.js'

const meanings: Meanings = {
  'ChatFunctionCall.arguments': argumentsText,
  'ResponsesFunctionCall.arguments': argumentsText,
  'CohereCalledFunction.arguments': argumentsText,
  'ChatReplyAudio.data': base64,
  'GeminiBlob.data': base64,
  'GeminiBlob.mimeType': (draw) => draw.pick(['image/png', 'audio/wav', 'text/plain']),
  'ResponsesImageGenerationCall.result': base64,
  '.index': (draw) => draw.below(3),
  '.output_index': (draw) => draw.below(3),
  '.content_index': (draw) => draw.below(2),
  '.item_id': (draw) => draw.pick(['item_1', 'item_2']),
  '.finish_reason': (draw) => draw.pick([null, 'stop', 'tool_calls', 'COMPLETE']),
  '.finishReason': (draw) => draw.pick(['STOP', 'MAX_TOKENS', 'SAFETY', 'MALFORMED_FUNCTION_CALL']),
  '.stop_reason': (draw) => draw.pick(['end_turn', 'tool_use', 'refusal', 'pause_turn']),
}

const options: ValueOptions = { meanings, unknownMembers: true, likely: {}, weights: {} }

export function wireReplies(upstream: Upstream): fc.Arbitrary<Json> {
  const schemas = componentsOf(upstream)
  return drawn((draw) => new SchemaValues(schemas, draw, options).component(replySchemas[upstream].reply))
}

export function wireEvents(upstream: Upstream): fc.Arbitrary<Json[]> {
  const schemas = componentsOf(upstream)
  return drawn((draw) => {
    const values = new SchemaValues(schemas, draw, options)
    return Array.from({ length: draw.between(1, 12) }, () => values.component(replySchemas[upstream].event))
  })
}
