import { SecretMask } from '../secrets/mask.js'
import { asksForResponse, isParsed, mayAskForResponse, usageIn, withoutSecrets } from './events.js'

const mask = new SecretMask(['sk-secret-1234567'])
const json = (event: object): Buffer => Buffer.from(JSON.stringify(event))

test.each<[string, Buffer, boolean]>([
  ['a short event', json({ type: 'x' }), true],
  ['a long event', json({ type: 'input_audio_buffer.append', audio: 'a'.repeat(5000) }), false],
  ['a long request for a response', json({ type: 'response.create', x: 'a'.repeat(5000) }), true],
  ['the same with escapes', Buffer.from(`{"type":"respons\\u0065.create","x":"${'a'.repeat(5000)}"}`), true],
])('%s may ask for a response: %#', (_name, message, may) => {
  expect(mayAskForResponse(message)).toBe(may)
})

test('only the type asks for a response', () => {
  expect([{ type: 'response.create' }, { type: 'x', of: 'response.create' }, undefined].map(asksForResponse)).toEqual([true, false, false])
})

const usage = { input_tokens: 3, output_tokens: 5 }
test.each<[string, object, object | undefined]>([
  ['the response', { type: 'response.done', response: { usage } }, { inputTokens: 3, outputTokens: 5 }],
  ['beside an empty response', { type: 'response.done', response: { usage: {} }, usage }, { inputTokens: 3, outputTokens: 5 }],
  [
    'both: that of the response',
    { type: 'response.done', response: { usage }, usage: { input_tokens: 9 } },
    { inputTokens: 3, outputTokens: 5 },
  ],
  ['another event', { type: 'x', of: 'response.done', usage }, undefined],
])('usage in %s', (_name, event, found) => {
  const read = usageIn(json(event))
  expect(read === undefined ? undefined : { inputTokens: read.inputTokens, outputTokens: read.outputTokens }).toEqual(found)
})

const secret = 'key sk-secret-1234567'
test.each<[string, object, boolean]>([
  ['an error', { type: 'error', error: { message: secret } }, true],
  ['a failed event', { type: 'conversation.item.input_audio_transcription.failed', error: { message: secret } }, true],
  ['a failed response', { type: 'response.done', response: { status: 'failed', status_details: secret } }, true],
  ['an event without a type', { error: secret }, true],
  ['an answer that talks of errors', { type: 'response.output_text.delta', delta: `error ${secret}` }, false],
  ['an answer', { type: 'response.output_text.delta', delta: secret }, false],
])('secrets in %s are masked: %#', (_name, event, masked) => {
  const message = json(event)
  const shown = withoutSecrets(message, mask)
  expect(String(shown).includes('sk-secret')).toBe(!masked)
  if (!masked) expect(shown).toBe(message)
})

test('an error of more than a megabyte is replaced', () => {
  const shown = withoutSecrets(json({ type: 'error', error: { message: secret + 'x'.repeat(1024 * 1024) } }), mask)
  expect(JSON.parse(String(shown))).toMatchObject({ type: 'error', error: { message: 'The provider reported an error that is too long.' } })
})

test.each<[object, boolean]>([
  [{ type: 'response.done' }, true],
  [{ type: 'error' }, true],
  [{ type: 'x', text: '\u0000' }, true],
  [{ type: 'response.output_text.delta', delta: 'a' }, false],
])('%j is parsed: %s', (event, parsed) => {
  expect(isParsed(json(event))).toBe(parsed)
})
