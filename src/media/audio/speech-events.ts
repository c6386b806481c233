import type { Usage } from '../../exchange/usage.js'

/** Whole audio as the events of `stream_format: sse`. */
export function encodeSpeechEvents(bytes: Buffer, usage: Usage | undefined): string {
  const input = usage?.inputTokens ?? 0
  const output = usage?.outputTokens ?? 0
  const events = [
    { type: 'speech.audio.delta', audio: bytes.toString('base64') },
    { type: 'speech.audio.done', usage: { input_tokens: input, output_tokens: output, total_tokens: input + output } },
  ]
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}
