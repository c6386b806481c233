import type { GatewayError } from '../../exchange/error.js'
import { openAIErrorObject } from '../openai-error.js'

/** The last frame of a stream that failed: no `[DONE]` follows it. */
export function encodeStreamError(error: GatewayError): string {
  return `data: ${JSON.stringify({ error: openAIErrorObject(error, 'chat-completions') })}\n\n`
}
