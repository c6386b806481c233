import { EventEmitter } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { KeptText } from '../../exchange/kept-text.js'
import type { ReplySink } from '../reply-sink.js'
import type { LongOutput } from './long-output.js'
import { SpooledTexts } from './spooled-texts.js'

let sink: EventEmitter
beforeEach(() => {
  sink = new EventEmitter()
})
afterEach(() => {
  sink.emit('close')
})

function spooled(folder?: () => string): SpooledTexts {
  let count = 0
  return new SpooledTexts(sink as EventEmitter & ReplySink, (prefix) => `${prefix}${count++}`, folder)
}

const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).includes('anywire-text-')
    } catch {
      return false
    }
  }).length

function read(output: string | LongOutput): string {
  if (typeof output === 'string') return output
  const bytes: Buffer[] = []
  for (let next = output.pieces.next(); next.done !== true; next = output.pieces.next()) bytes.push(Buffer.from(next.value))
  return Buffer.concat(bytes).toString()
}

test('a long text replaces each of its marks, whatever its content', () => {
  const texts = spooled()
  const text = new KeptText(texts)
  const pieces = [
    'a"\\\n\u0000',
    'Grüße, 你好 🙂 ',
    'half of a pair: \ud83d',
    '\ude42',
    'x'.repeat(30_000),
    ' long_text_9 ',
    '京'.repeat(70_000),
  ]
  for (let count = 0; count < 5; count++) for (const piece of pieces) text.add(piece)
  const whole = pieces.join('').repeat(5)
  expect(text.length).toBe(whole.length)
  const written = `data: ${JSON.stringify({ first: text.whole, second: text.whole, other: 'short' })}\n\n`
  expect(JSON.parse(read(texts.expand(written)).slice(6))).toEqual({ first: whole, second: whole, other: 'short' })
  expect(texts.restore({ again: text.whole })).toEqual({ again: whole })
})

test('a short text is returned, and output without marks is unchanged', () => {
  const texts = spooled()
  const text = new KeptText(texts)
  text.add('Hello')
  expect(text.whole).toBe('Hello')
  expect(texts.expand('Hello')).toBe('Hello')
})

test('files are closed with the reply', () => {
  const texts = spooled()
  const text = new KeptText(texts)
  for (let count = 0; count < 20; count++) text.add('x'.repeat(10_000))
  expect(openFiles()).toBe(1)
  sink.emit('close')
  expect(openFiles()).toBe(0)
})

test('without a writable folder the text is kept in memory', () => {
  const texts = spooled(() => '/nonexistent')
  const text = new KeptText(texts)
  const pieces = Array.from({ length: 20 }, (_, count) => `${count} ${'x'.repeat(10_000)}`)
  for (const piece of pieces) text.add(piece)
  expect(openFiles()).toBe(0)
  expect(read(texts.expand(`"${text.whole}"`))).toBe(`"${pieces.join('')}"`)
})

test('where the folder is missing for a while the text keeps its order', () => {
  let folder = '/nonexistent'
  const texts = spooled(() => folder)
  const text = new KeptText(texts)
  const pieces = Array.from({ length: 20 }, (_, count) => `${count} ${'x'.repeat(30_000)}`)
  for (const piece of pieces) {
    text.add(piece)
    if (piece.startsWith('9 ')) folder = tmpdir()
  }
  expect(read(texts.expand(text.whole))).toBe(pieces.join(''))
})
