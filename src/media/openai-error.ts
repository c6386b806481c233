import { openaiErrorDialect, readOpenAIError } from '../dialects/openai-error.js'
import type { GatewayError } from '../exchange/error.js'

/** The error in a reply with status 200, or in an event of a stream, of a provider with OpenAI's endpoint of a task; `undefined`: there is none. */
export function readErrorInReply(wire: unknown): GatewayError | undefined {
  return readOpenAIError(openaiErrorDialect, wire)
}
