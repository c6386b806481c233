import { openAIErrorObject } from '../dialects/openai-error.js'
import type { GatewayError } from '../exchange/error.js'
import type { Usage } from '../exchange/usage.js'
import { readTokenUsage } from '../media/usage.js'
import { parseObject } from '../json/object.js'

/** Larger messages carry sound; whether they ask for something is looked up before they are parsed. */
const parsedAnyway = 256 * 1024

/** The `error` event of the realtime style. */
export function errorEvent(error: GatewayError, eventId: string): string {
  return JSON.stringify({ type: 'error', event_id: eventId, error: { ...openAIErrorObject(error), event_id: null } })
}

/** Whether a client's message asks for a response, however it is spelled. */
export function asksForResponse(message: Buffer): boolean {
  if (message.length > parsedAnyway && !message.includes('response.create') && !message.includes('\\u')) return false
  return parseObject(message.toString())?.['type'] === 'response.create'
}

/** The usage that a provider's message reports: that of a `response.done`. xAI leaves the response's own empty and writes it beside. */
export function usageIn(message: Buffer | string): Usage | undefined {
  if (!message.includes('response.done')) return undefined
  const event = parseObject(message.toString())
  if (event?.['type'] !== 'response.done') return undefined
  const response = event['response']
  const own = typeof response === 'object' && response !== null && 'usage' in response ? readTokenUsage(response.usage) : undefined
  return own ?? readTokenUsage(event['usage'])
}
