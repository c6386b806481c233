import { Sequencer } from './sequential.js'
import type { StreamPart } from './stream-part.js'

const call = (part: number): StreamPart => ({
  type: 'tool-call-start',
  choice: 0,
  part,
  id: `call_${part}`,
  name: 'look',
  kind: 'function',
})
const input = (part: number, text: string): StreamPart => ({ type: 'tool-call-delta', choice: 0, part, input: text })
const called = (part: number): StreamPart => ({ type: 'tool-call-end', choice: 0, part })
const text = (part: number): StreamPart => ({ type: 'text-start', choice: 0, part })
const word = (part: number, value: string): StreamPart => ({ type: 'text-delta', choice: 0, part, text: value })
const said = (part: number): StreamPart => ({ type: 'text-end', choice: 0, part })
const usage: StreamPart = { type: 'usage', usage: { outputTokens: 1 } }
const broken: StreamPart = { type: 'error', error: { kind: 'upstream_disconnected', message: 'gone' } }

function sequence(parts: StreamPart[]): StreamPart[] {
  const out: StreamPart[] = []
  const sequencer = new Sequencer((part) => out.push(part))
  for (const part of parts) sequencer.push(part)
  return out
}

describe('sequencer', () => {
  const end: StreamPart = { type: 'choice-end', choice: 0, finish: { reason: 'stop' } }
  const image: StreamPart = {
    type: 'media',
    choice: 0,
    part: 2,
    media: { type: 'media', kind: 'image', at: '', source: { type: 'base64', mediaType: 'image/png', data: 'AA==' } },
  }
  const cases: [string, StreamPart[], StreamPart[]][] = [
    [
      'parts in sequence are unchanged',
      [text(0), word(0, 'a'), said(0), call(1), called(1), end],
      [text(0), word(0, 'a'), said(0), call(1), called(1), end],
    ],
    [
      'interleaved calls are put into sequence',
      [call(0), call(1), input(0, 'a'), input(1, 'x'), input(0, 'b'), input(1, 'y'), called(0), called(1)],
      [call(0), input(0, 'a'), input(0, 'b'), called(0), call(1), input(1, 'x'), input(1, 'y'), called(1)],
    ],
    [
      'a buffered part that is still open is passed on as it arrives, once it is first',
      [call(0), call(1), input(1, 'x'), called(0), input(1, 'y'), called(1)],
      [call(0), called(0), call(1), input(1, 'x'), input(1, 'y'), called(1)],
    ],
    [
      'buffered parts that have ended keep the order of their start',
      [call(0), text(1), word(1, 'a'), said(1), call(2), called(0), called(2)],
      [call(0), called(0), text(1), word(1, 'a'), said(1), call(2), called(2)],
    ],
    ['a whole part waits for the open one', [text(0), image, word(0, 'a'), said(0)], [text(0), word(0, 'a'), said(0), image]],
    [
      'usage is passed on before buffered parts',
      [call(0), call(1), usage, called(0), called(1)],
      [call(0), usage, called(0), call(1), called(1)],
    ],
    ['an error drops the buffered parts', [call(0), call(1), input(1, 'x'), broken], [call(0), broken]],
    ['other choices are dropped', [text(0), { type: 'text-start', choice: 1, part: 0 }, said(0)], [text(0), said(0)]],
  ]
  test.each(cases)('%s', (_name, parts, expected) => expect(sequence(parts)).toEqual(expected))
})
