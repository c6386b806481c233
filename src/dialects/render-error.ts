import type { GatewayError } from '../exchange/error.js'
import { failureForms, statusOf } from '../exchange/error.js'
import type { WireError } from './dialect.js'
import { generateContentDialect } from './generate-content/index.js'
import { messagesDialect } from './messages/index.js'
import { encodeOpenAIError } from './openai-error.js'

/** Renders an error in the envelope that the caller's libraries read. */
export function renderError(
  style: 'openai' | 'messages' | 'generate-content' | 'rerank',
  error: GatewayError,
  requestId: string,
): WireError {
  switch (style) {
    case 'messages':
      return messagesDialect.encodeError(error, requestId)
    case 'generate-content':
      return generateContentDialect.encodeError(error, requestId)
    case 'rerank':
      return encodeRerankError(error, requestId)
    case 'openai':
      return encodeOpenAIError(error)
  }
}

/** Cohere's own envelope: `{id, message}`; `code` and `type` beside it for those who look. */
function encodeRerankError(error: GatewayError, requestId: string): WireError {
  const form = encodeOpenAIError(error)
  return {
    status: statusOf(error),
    headers: form.headers,
    body: { id: requestId, message: error.message, type: failureForms[error.kind].openaiType, code: error.code ?? error.kind },
  }
}
