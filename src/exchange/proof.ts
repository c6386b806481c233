import { proofNumbers, upstreamDialectNames, type UpstreamDialect } from './dialect-name.js'
import { defined } from '../json/object.js'

/**
 * The opaque data by which a provider recognises its own reasoning (or a signed tool call or text) in the history.
 * It is sent back unchanged, and only to upstreams of the dialect that it came from.
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
  /** Responses: the id of the reasoning item (`rs_…`). */
  readonly itemId?: string
}

const kinds: readonly Proof['kind'][] = ['signature', 'redacted', 'encrypted', 'thought-signature', 'details']
const dialectsByNumber: ReadonlyMap<unknown, UpstreamDialect> = new Map(upstreamDialectNames.map((name) => [proofNumbers[name], name]))
const prefix = 'anywire.proof.'

/**
 * Encodes a proof of another dialect as base64 for the member of the client's dialect that has proofs (`signature`, `encrypted_content`,
 * `thoughtSignature`), so that clients send it back.
 */
export function sealProof(proof: Proof): string {
  const plain = JSON.stringify([prefix, proofNumbers[proof.dialect], kinds.indexOf(proof.kind), proof.value, proof.itemId ?? ''])
  return Buffer.from(plain).toString('base64')
}

/** Decodes the result of {@link sealProof}; `undefined` for any other text. */
export function openProof(sealed: string): Proof | undefined {
  if (!sealed.startsWith(sealedStart)) return undefined
  try {
    const fields: unknown = JSON.parse(Buffer.from(sealed, 'base64').toString())
    if (!Array.isArray(fields)) return undefined
    const [mark, dialectNumber, kindIndex, value, itemId] = fields as unknown[]
    const dialect = dialectsByNumber.get(dialectNumber)
    const kind = typeof kindIndex === 'number' ? kinds[kindIndex] : undefined
    if (mark !== prefix || dialect === undefined || kind === undefined || typeof value !== 'string') return undefined
    return defined<Proof>({ dialect, kind, value, itemId: typeof itemId === 'string' && itemId !== '' ? itemId : undefined })
  } catch {
    return undefined
  }
}

/**
 * A sealed proof with an empty value, for reasoning that came without a proof: by it the gateway recognises another provider's reasoning
 * when the client sends it back.
 */
export function sealAbsence(dialect: UpstreamDialect): string {
  return sealProof({ dialect, kind: 'details', value: '' })
}

/** Whether the bytes of a request may contain a sealed proof. Few requests do, and only these are searched for one. */
export function mayContainSealedProof(bytes: Buffer): boolean {
  return bytes.includes(sealedBytes)
}

/** The beginning of every sealed proof: the prefix in base64, without the last characters, which depend on the byte after it. */
const sealedStart = Buffer.from(`["${prefix}`).toString('base64').slice(0, 20)
const sealedBytes = Buffer.from(sealedStart)
