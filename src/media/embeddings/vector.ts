import type { Vector } from './embeddings.js'

/** The base64 of little-endian 32-bit floats, which OpenAI's libraries request. */
export function toBase64(vector: Vector): string {
  if (typeof vector === 'string') return vector
  const bytes = Buffer.allocUnsafe(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}

export function toNumbers(vector: Vector): readonly number[] {
  if (typeof vector !== 'string') return vector
  const bytes = Buffer.from(vector, 'base64')
  return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readFloatLE(index * 4))
}

/** A vector of a reply: a list of numbers, or base64 text; `undefined` for other values. */
export function readVector(wire: unknown): Vector | undefined {
  if (typeof wire === 'string') return wire
  if (!Array.isArray(wire)) return undefined
  return wire.every((value) => typeof value === 'number') ? wire : undefined
}
