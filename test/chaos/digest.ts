import { readStream, type Style } from '../e2e/client-styles.js'

/** What a stream says, whatever pieces it came in: texts, the order of its events, usage. */
export function digest(style: Style, body: string): string {
  const { text, arguments: call, finished, error, events } = readStream(style, body)
  const order: string[] = []
  for (const { data } of events) for (const label of labels(style, data)) if (order.at(-1) !== label) order.push(label)
  const usages = events.flatMap(({ data }) => /"usage(?:Metadata)?":(\{(?:[^{}]|\{[^{}]*\})*\})/.exec(data)?.[1] ?? [])
  return JSON.stringify({ text, call, finished, error, order, usage: usages.at(-1) })
}

// Test code reads wire values of known shape without checks.
/* eslint-disable @typescript-eslint/no-explicit-any */
function labels(style: Style, data: string): readonly string[] {
  if (data === '[DONE]') return [data]
  const event: any = JSON.parse(data)
  switch (style) {
    case 'messages':
    case 'responses':
      return [event.type]
    case 'chat-completions':
      return (event.choices ?? []).flatMap(({ delta, finish_reason: finish }: any) => [
        ...Object.keys(delta),
        ...(finish === null ? [] : [finish]),
      ])
    case 'generate-content':
      return (event.candidates ?? []).flatMap(({ content, finishReason: finish }: any) => [
        ...(content?.parts ?? []).filter((part: any) => part.text !== '').map((part: any) => Object.keys(part).join()),
        ...(finish === undefined ? [] : [finish]),
      ])
  }
}
