import { openProof, sealProof, type Proof } from '../../exchange/proof.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import type { ReasoningPart } from '../../exchange/part.js'
import { pointer } from '../../json/pointer.js'
import { defined, isObject, objectsOf, parseJson, textOf, type JsonObject } from '../../json/object.js'

/** The readable text of an entry: of the type `reasoning.text` or `reasoning.summary`. */
export function textOfDetail(entry: JsonObject): string {
  return textOf(entry.text) ?? textOf(entry.summary) ?? ''
}

/** Whether an entry has opaque data. Only then its provider requires it in the history. */
export function isOpaqueDetail(entry: JsonObject): boolean {
  return textOf(entry.signature) !== undefined || textOf(entry.data) !== undefined
}

/** The provider's entries as one proof; `undefined` without opaque data. */
export function proofOfDetails(entries: readonly JsonObject[]): Proof | undefined {
  return entries.some(isOpaqueDetail) ? { dialect: 'chat-completions', kind: 'details', value: JSON.stringify(entries) } : undefined
}

export function detailsOfProof(proof: Proof): readonly JsonObject[] {
  return objectsOf(parseJson(proof.value))
}

/**
 * A proof of another dialect as an entry of `reasoning_details` with a sealed signature or sealed data. OpenRouter documents `unknown` as a
 * valid `format` (https://openrouter.ai/docs/use-cases/reasoning-tokens).
 */
export function sealedDetail(text: string, proof: Proof, index: number): JsonObject {
  const sealed = sealProof(proof)
  return text === ''
    ? { type: 'reasoning.encrypted', data: sealed, format: 'unknown', index }
    : { type: 'reasoning.text', text, signature: sealed, format: 'unknown', index }
}

/**
 * The same in a stream, without the text, which has been sent as `reasoning_content`. The entry's id has the range of the text that the
 * signature belongs to.
 */
export function sealedDetailOfStream(range: TextRange, proof: Proof, index: number): JsonObject {
  if (range.start === range.end) return sealedDetail('', proof, index)
  return { type: 'reasoning.text', signature: sealProof(proof), format: 'unknown', id: `text:${range.start}-${range.end}`, index }
}

export interface TextRange {
  readonly start: number
  readonly end: number
}

const orderMembers = ['id', 'index', 'format'] as const
const knownOfSealed: ReadonlySet<string> = new Set(['type', 'text', 'summary', 'signature', 'data', ...orderMembers])

function signedText(entry: JsonObject, readable: string, alone: boolean): string {
  const own = textOfDetail(entry)
  if (own !== '' || entry.type !== 'reasoning.text') return own
  const range = /^text:(\d{1,9})-(\d{1,9})$/.exec(textOf(entry.id) ?? '')
  const [, start, end] = range ?? []
  if (start !== undefined && end !== undefined && Number(end) <= readable.length) return readable.slice(Number(start), Number(end))
  return alone ? readable : ''
}

/** Searches for texts that do not follow the one before: each may go through the whole text. */
const mostSearches = 200

/** Whether texts are in `whole`, most of them in its order, as what was streamed is. */
function finderIn(whole: string): (text: string) => boolean {
  let from = 0
  let searches = 0
  return (text) => {
    const follows = whole.startsWith(text, from)
    if (!follows && searches++ >= mostSearches) return false
    const next = follows ? from : whole.indexOf(text, from)
    const found = next < 0 ? whole.indexOf(text) : next
    if (found < 0) return false
    from = found + text.length
    return true
  }
}

/** Decodes entries that a client sends back. Each sealed entry becomes a part; the provider's own entries become one part together. */
export function decodeDetails(entries: readonly unknown[], readable: string, at: string, ledger: LossLedger): ReasoningPart[] {
  const parts: ReasoningPart[] = []
  const own: JsonObject[] = []
  let ownAt = at
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry)) continue
    const place = pointer(at, index)
    const proof = openProof(textOf(entry.signature) ?? textOf(entry.data) ?? '')
    if (proof !== undefined) {
      for (const name of orderMembers)
        if (name in entry) ledger.move(pointer(place, name), 'not needed: the order of the turns identifies the reasoning')
      dropUnknown(entry, knownOfSealed, place, ledger)
      parts.push({ type: 'reasoning', text: signedText(entry, readable, entries.length === 1), proof, at: place })
    } else {
      if (own.length === 0) ownAt = place
      else ledger.move(place, `sent together with ${ownAt}`)
      own.push(entry)
    }
  }
  if (own.length === 0) return parts
  const proof = proofOfDetails(own)
  const text = readable === '' ? own.map(textOfDetail).join('') : readable
  // Without opaque data the entries only repeat the readable text.
  if (proof === undefined) {
    const owned = new Set<unknown>(own)
    const isIn = finderIn(text)
    for (const [index, entry] of entries.entries()) {
      if (!isObject(entry) || !owned.has(entry)) continue
      if (isIn(textOfDetail(entry))) ledger.move(pointer(at, index), 'sent as readable reasoning')
      else ledger.drop(pointer(at, index), 'replaced by the readable reasoning')
    }
  }
  return [defined({ type: 'reasoning', text, at: own.length === entries.length ? at : ownAt, proof }), ...parts]
}
