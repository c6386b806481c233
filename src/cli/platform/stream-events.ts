import { listOf, objectOf, objectsOf, textOf, textOrEmpty, type JsonObject } from '../../json/object.js'

// What a person wants to see of an event of a stream, in any of the four styles: their members are distinct.

/** The text that is new with the event. */
export function textIn(event: JsonObject): string {
  const { type, delta } = event
  if (type === 'response.output_text.delta') return textOrEmpty(delta)
  if (type === 'content_block_delta') return textOrEmpty(objectOf(delta)?.['text'])
  const chosen = objectOf(listOf(event['choices'])[0])
  if (chosen !== undefined) return textOrEmpty(objectOf(chosen['delta'])?.['content'])
  const content = objectOf(objectOf(listOf(event['candidates'])[0])?.['content'])
  return objectsOf(content?.['parts'])
    .filter(({ thought }) => thought !== true)
    .map(({ text }) => textOrEmpty(text))
    .join('')
}

export function usageIn(event: JsonObject): unknown {
  return event['usage'] ?? event['usageMetadata'] ?? objectOf(event['response'])?.['usage'] ?? undefined
}

/** Why the stream ends without its answer. */
export function errorIn(event: JsonObject): string | undefined {
  const { type } = event
  if (type === 'response.failed') return messageOf(objectOf(event['response'])?.['error'])
  if (type === 'error') return messageOf(event['error'] ?? event)
  return event['error'] === undefined || event['error'] === null ? undefined : messageOf(event['error'])
}

function messageOf(error: unknown): string {
  return textOf(objectOf(error)?.['message']) ?? 'the stream was broken off'
}
