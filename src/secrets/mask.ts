import { decodedView, plainView, type EncodedView } from './encoded-view.js'

const removed = '[removed]'
/** Shorter secrets would match in every text. */
const shortest = 4
/** From these lengths on a secret is also looked for in other encodings, and by its first and last characters. */
const [codedFrom, partsFrom, partLength] = [8, 16, 8]
/** Levels of escapes inside escapes that are decoded. */
const levels = 3
const deepest = 24

interface Needle {
  readonly text: string
  /** Characters that follow or precede a find without a gap belong to the secret. */
  readonly grows: boolean
}

/**
 * Masks secrets in texts for clients and logs, in any case, with JSON, percent or HTML escapes, as base64, base64url or hex. Of a long
 * credential the first or the last eight characters are enough to be found.
 */
export class SecretMask {
  readonly #needles: readonly Needle[]
  readonly #shortest: number

  /** `credentials` are also looked for in part, `values` only whole. */
  constructor(credentials: readonly string[], values: readonly string[] = []) {
    const needles = [...credentials.flatMap((value) => needlesOf(value, true)), ...values.flatMap((value) => needlesOf(value, false))]
    // The longest first: once the whole is masked its parts cannot be found in it.
    this.#needles = needles.sort((left, right) => right.text.length - left.text.length)
    this.#shortest = this.#needles.at(-1)?.text.length ?? Infinity
  }

  clean(text: string): string {
    if (!this.#mayHold(text)) return text
    const spans = merged(this.#find(text))
    if (spans.length === 0) return text
    let clean = ''
    let from = 0
    for (const [start, end] of merged([...spans, ...touchedEscapes(text, spans)])) {
      clean += text.slice(from, start) + removed
      from = end
    }
    return clean + text.slice(from)
  }

  /** The same value with every text in it masked; values that are nested too deep are left out. */
  cleanValue<Value>(value: Value): Value {
    return this.#cleanAny(value, 0) as Value
  }

  #cleanAny(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.clean(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth === deepest) return null
    if (Array.isArray(value)) return value.map((item) => this.#cleanAny(item, depth + 1))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [this.clean(name), this.#cleanAny(member, depth + 1)]))
  }

  /** A quick test that most texts, such as header values, fail. */
  #mayHold(text: string): boolean {
    if (text.length < this.#shortest) return false
    if (coded.test(text)) return true
    const compared = comparable({ text, at: noPlaces }).text
    return this.#needles.some((needle) => compared.includes(needle.text))
  }

  #find(text: string): Span[] {
    const spans: Span[] = []
    let view: EncodedView | undefined = plainView(text)
    for (let level = 0; view !== undefined && level <= levels; level++) {
      const decoded = decodedView(view)
      // In text that is still encoded the characters beside a find may be parts of escapes.
      this.#search(comparable(view), decoded === undefined, spans)
      view = decoded
    }
    return spans
  }

  #search({ text, at }: EncodedView, grow: boolean, spans: Span[]): void {
    for (const needle of this.#needles) {
      const { length } = needle.text
      for (let from = 0, found = text.indexOf(needle.text, from); found >= 0; found = text.indexOf(needle.text, from)) {
        let [start, end] = [found, found + length]
        if (needle.grows && grow) {
          while (start > 0 && growing.test(text[start - 1] ?? '')) start--
          while (end < text.length && growing.test(text[end] ?? '')) end++
        }
        spans.push([at[start] ?? 0, at[end] ?? 0])
        // Within these characters it need not be found again: text that is full of it would be gone through once for each find.
        from = Math.max(found + 1, end - length + 1)
      }
    }
  }
}

type Span = readonly [start: number, end: number]

/** Characters of a key or of its base64 in a comparable text (`-` is `+` there), and what hides its middle. Slashes may belong to an address. */
const growing = /[a-z0-9+*=•…]/

function needlesOf(secret: string, credential: boolean): Needle[] {
  const value = secret.trim()
  if (value.length < shortest) return []
  const needles: Needle[] = [{ text: comparableText(value), grows: false }]
  if (value.length < codedFrom) return needles
  const bytes = Buffer.from(value)
  needles.push({ text: bytes.toString('hex'), grows: true })
  // Base64 has three alignments; only characters that do not depend on the neighbouring bytes are compared.
  for (const offset of [0, 1, 2]) {
    const coded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const whole = (offset + bytes.length) % 3 === 0 ? coded : coded.slice(0, -1)
    needles.push({ text: comparableText(whole.slice(offset === 0 ? 0 : offset + 1)), grows: true })
  }
  if (credential && value.length >= partsFrom)
    for (const part of [value.slice(0, partLength), value.slice(-partLength)]) needles.push({ text: comparableText(part), grows: true })
  return needles
}

function comparableText(text: string): string {
  return comparable(plainView(text)).text
}

/** Case and the two alphabets of base64 make no difference, nor do line breaks. */
function comparable(view: EncodedView): EncodedView {
  const { text, at } = control.test(view.text) ? withoutControls(view) : view
  const compared = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return { text: compared.replaceAll('-', '+').replaceAll('_', '/'), at }
}

// eslint-disable-next-line no-control-regex
const coded = /[\u0000-\u001f\\%&]/
const noPlaces = new Int32Array(0)
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u001f]/

function withoutControls({ text, at }: EncodedView): EncodedView {
  const places = new Int32Array(text.length + 1)
  const kept: string[] = []
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) < 0x20) continue
    places[kept.length] = at[index] ?? 0
    kept.push(text[index] ?? '')
  }
  places[kept.length] = at[text.length] ?? 0
  return { text: kept.join(''), at: places }
}

/** JSON escapes that one of these spans overlaps: they are removed whole, so that JSON stays valid. The spans are in order and apart. */
function touchedEscapes(text: string, spans: readonly Span[]): Span[] {
  if (!text.includes('\\')) return []
  const touched: Span[] = []
  let next = 0
  for (const { index, 0: escape } of text.matchAll(/\\(?:u[0-9a-f]{4}|.)/gis)) {
    const end = index + escape.length
    while ((spans[next]?.[1] ?? Infinity) <= index) next++
    if ((spans[next]?.[0] ?? Infinity) < end) touched.push([index, end])
  }
  return touched
}

function merged(spans: Span[]): Span[] {
  const sorted = spans.sort(([left], [right]) => left - right)
  const result: Span[] = []
  for (const [start, end] of sorted) {
    const last = result.at(-1)
    if (last !== undefined && start <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], end)]
    else result.push([start, end])
  }
  return result
}
