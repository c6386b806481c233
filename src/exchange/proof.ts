import { proofNumbers, upstreamDialectNames, type UpstreamDialect } from './dialect-name.js'

/**
 * The opaque part of a piece of reasoning (or of a signed call or text) that only the provider's own kind understands.
 * It goes back to the dialect it came from, unchanged; to any other it is never sent as that dialect's own.
 *
 * - `signature`: Anthropic's `thinking.signature`, Converse's `reasoningText.signature`
 * - `redacted`: Anthropic's `redacted_thinking.data`, Converse's `redactedContent`
 * - `encrypted`: OpenAI's `reasoning.encrypted_content`
 * - `thought-signature`: Gemini's `thoughtSignature`
 * - `details`: entries of `reasoning_details` of OpenAI-compatible providers, as JSON text
 */
export interface Proof {
  readonly dialect: UpstreamDialect
  readonly kind: 'signature' | 'redacted' | 'encrypted' | 'thought-signature' | 'details'
  readonly value: string
  /** The id of the reasoning item where the dialect gives it one (`rs_…`). */
  readonly itemId?: string
}

const kinds: readonly Proof['kind'][] = ['signature', 'redacted', 'encrypted', 'thought-signature', 'details']
const dialectsByNumber: ReadonlyMap<unknown, UpstreamDialect> = new Map(upstreamDialectNames.map((name) => [proofNumbers[name], name]))
const prefix = 'anywire.proof.'

/**
 * Packs a foreign proof into one opaque base64url text that fits a place meant for the client dialect's own proof
 * (a `signature`, an `encrypted_content`, a `thoughtSignature`), so that clients carry it back without knowing.
 */
export function sealProof(proof: Proof): string {
  const plain = JSON.stringify([prefix, proofNumbers[proof.dialect], kinds.indexOf(proof.kind), proof.value, proof.itemId ?? ''])
  return Buffer.from(plain).toString('base64')
}

/** Undoes {@link sealProof}; `undefined` for a text that this gateway did not seal. */
export function openProof(sealed: string): Proof | undefined {
  if (!sealed.startsWith(sealedStart)) return undefined
  try {
    const fields: unknown = JSON.parse(Buffer.from(sealed, 'base64').toString())
    if (!Array.isArray(fields)) return undefined
    const [mark, dialectNumber, kindIndex, value, itemId] = fields as unknown[]
    const dialect = dialectsByNumber.get(dialectNumber)
    const kind = typeof kindIndex === 'number' ? kinds[kindIndex] : undefined
    if (mark !== prefix || dialect === undefined || kind === undefined || typeof value !== 'string') return undefined
    return { dialect, kind, value, ...(typeof itemId === 'string' && itemId !== '' ? { itemId } : {}) }
  } catch {
    return undefined
  }
}

/**
 * Stands in the place of a proof for reasoning that came without one, so that it is known again as another provider's when the client
 * sends it back. {@link openProof} gives a proof with an empty value for it.
 */
export function sealAbsence(dialect: UpstreamDialect): string {
  return sealProof({ dialect, kind: 'details', value: '' })
}

/** May these bytes of a request hold a sealed proof? Cheap, so that all others pass without a closer look. */
export function mayHoldSealedProof(bytes: Buffer): boolean {
  return bytes.includes(sealedBytes)
}

/** What every sealed text begins with: the base64 form of the mark, without the last characters that the next field changes. */
const sealedStart = Buffer.from(`["${prefix}`).toString('base64').slice(0, 20)
const sealedBytes = Buffer.from(sealedStart)
