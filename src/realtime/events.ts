import { openAIErrorObject } from '../dialects/openai-error.js'
import type { GatewayError } from '../exchange/error.js'
import type { Usage } from '../exchange/usage.js'
import { readTokenUsage } from '../media/usage.js'
import { parseObject, type JsonObject } from '../json/object.js'
import type { SecretMask } from '../secrets/mask.js'

/** Larger messages usually have audio: they are searched for `response.create` before they are parsed. */
const alwaysParsedBytes = 4096

/** The `error` event of the realtime style. */
export function errorEvent(error: GatewayError, eventId: string): string {
  return JSON.stringify({ type: 'error', event_id: eventId, error: { ...openAIErrorObject(error), event_id: null } })
}

/** Whether a client's message may be a `response.create`, in any spelling of JSON. */
export function mayAskForResponse(message: Buffer): boolean {
  return message.length <= alwaysParsedBytes || message.includes('response.create') || message.includes('\\u')
}

export function asksForResponse(event: JsonObject | undefined): boolean {
  return event?.['type'] === 'response.create'
}

/** Whether `usageIn` or `withoutSecrets` would parse a provider's message. */
export function isParsed(message: Buffer): boolean {
  return message.includes('response.done') || mayReportFailure(message)
}

/** The usage in a provider's `response.done`. xAI leaves the response's own usage empty and writes it beside the response. */
export function usageIn(message: Buffer | string): Usage | undefined {
  if (!message.includes('response.done')) return undefined
  const event = parseObject(message.toString())
  if (event?.['type'] !== 'response.done') return undefined
  const response = event['response']
  const own = typeof response === 'object' && response !== null && 'usage' in response ? readTokenUsage(response.usage) : undefined
  return own ?? readTokenUsage(event['usage'])
}

/** A provider's event for the client: secrets are masked where it reports a failure; other events are unchanged. */
export function withoutSecrets<Message extends Buffer | string>(message: Message, mask: SecretMask): Message | string {
  if (!mayReportFailure(message)) return message
  const text = message.toString()
  const event = parseObject(text)
  if (event !== undefined && !reportsFailure(event)) return message
  return text.length > longestFailure ? tooLong : mask.clean(text)
}

function mayReportFailure(message: Buffer | string): boolean {
  return message.includes('error') || message.includes('failed') || message.includes('\\u00')
}

/** Longer messages are not parsed as failures: real ones are short. */
const longestFailure = 1024 * 1024
const tooLong = JSON.stringify({
  type: 'error',
  event_id: 'event_too_long',
  error: {
    ...openAIErrorObject({ kind: 'upstream_invalid', message: 'The provider reported an error that is too long.' }),
    event_id: null,
  },
})

/** `error`, `….failed`, and a response that failed. */
function reportsFailure({ type, response }: Readonly<Record<string, unknown>>): boolean {
  if (typeof type !== 'string' || type === 'error' || type.endsWith('failed')) return true
  return typeof response === 'object' && response !== null && 'status' in response && response.status === 'failed'
}
