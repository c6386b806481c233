import { proofNumbers, upstreamDialectNames, type UpstreamDialect } from './dialect-name.js'

/**
 * The opaque proof of a piece of reasoning (or of a signed tool call or text), which only its provider understands.
 * It is sent back unchanged, and only to the dialect it came from.
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
 * Packs another dialect's proof into a base64url text for the place of the client dialect's own proof (a `signature`, an
 * `encrypted_content`, a `thoughtSignature`), so that clients send it back.
 */
export function sealProof(proof: Proof): string {
  const plain = JSON.stringify([prefix, proofNumbers[proof.dialect], kinds.indexOf(proof.kind), proof.value, proof.itemId ?? ''])
  return Buffer.from(plain).toString('base64')
}

/** The reverse of {@link sealProof}; `undefined` for a text that was not sealed. */
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
 * A sealed proof for reasoning that came without one, so that the gateway recognises it as another provider's when the client sends it
 * back. {@link openProof} returns a proof with an empty value for it.
 */
export function sealAbsence(dialect: UpstreamDialect): string {
  return sealProof({ dialect, kind: 'details', value: '' })
}

/** Whether these bytes of a request may contain a sealed proof: a quick test that most requests fail. */
export function mayHoldSealedProof(bytes: Buffer): boolean {
  return bytes.includes(sealedBytes)
}

/** The beginning of every sealed text: the prefix in base64, without the last characters, which depend on the next field. */
const sealedStart = Buffer.from(`["${prefix}`).toString('base64').slice(0, 20)
const sealedBytes = Buffer.from(sealedStart)
