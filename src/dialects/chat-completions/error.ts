import type { GatewayError } from '../../exchange/error.js'
import { openAIErrorObject } from '../openai-error.js'

/** The last frame of a failed stream. It is not followed by `[DONE]`. */
export function encodeStreamError(error: GatewayError): string {
  return `data: ${JSON.stringify({ error: openAIErrorObject(error, 'chat-completions') })}\n\n`
}
