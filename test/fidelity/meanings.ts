// Generators for values that schemas cannot express: base64, JSON text, signatures that a provider could have made.
import { sealProof, type Proof } from '../../src/exchange/proof.js'
import type { Draw } from './draw.js'
import type { Json, JsonObject } from './json.js'
import type { SchemaValues } from './schema-values.js'

export function base64(draw: Draw): string {
  return Buffer.from(`${draw.marker()} ${draw.pick(['', '~~~', 'ÿÿÿ???>>>'])}`).toString('base64')
}

export function httpAddress(draw: Draw): string {
  return `https://example.com/${draw.marker()}${draw.pick(['.png', '', '.pdf', '?a=b&c=d'])}`
}

export function imageAddress(draw: Draw): string {
  return draw.chance(0.4)
    ? httpAddress(draw)
    : `data:${draw.pick(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])};base64,${base64(draw)}`
}

/** The data of a file: mostly a PDF as a data URL, sometimes a text, or a PDF without the head of the URL. */
export function fileData(draw: Draw): string {
  return draw.weighted([
    [5, () => `data:application/pdf;base64,${base64(draw)}`],
    [2, () => `data:text/plain;base64,${base64(draw)}`],
    [1, () => Buffer.from(`%PDF-1.4 ${draw.marker()}`).toString('base64')],
  ])()
}

/** Arguments of a tool call: the JSON text of an object, rarely a text that models write by mistake. */
export function argumentsText(draw: Draw, values: SchemaValues): string {
  return draw.weighted([
    [12, () => JSON.stringify(values.freeObject())],
    [1, () => ''],
    [1, () => `{"broken": "${draw.marker()}`],
    [1, () => JSON.stringify([draw.marker()])],
  ])()
}

const proofs: readonly Pick<Proof, 'dialect' | 'kind'>[] = [
  { dialect: 'messages', kind: 'signature' },
  { dialect: 'messages', kind: 'redacted' },
  { dialect: 'responses', kind: 'encrypted' },
  { dialect: 'generate-content', kind: 'thought-signature' },
  { dialect: 'chat-completions', kind: 'thought-signature' },
]

/** A signature: the style's own, or one of another style that the gateway sealed. */
export function signature(draw: Draw): string {
  if (draw.chance(0.6)) return base64(draw)
  return sealProof({ ...draw.pick(proofs), value: base64(draw) })
}

const scalarTypes = ['string', 'number', 'integer', 'boolean'] as const

/** A JSON Schema of an object, with unique descriptions. */
export function jsonSchema(draw: Draw, depth = 0): JsonObject {
  const properties: JsonObject = {}
  const count = draw.below(4)
  for (let index = 0; index < count; index++) properties[draw.marker()] = property(draw, depth)
  const names = Object.keys(properties)
  return {
    type: 'object',
    ...(names.length > 0 || draw.chance(0.7) ? { properties } : {}),
    ...(draw.chance(0.5) && names.length > 0 ? { required: names.filter(() => draw.chance(0.6)) } : {}),
    ...(draw.chance(0.3) ? { additionalProperties: draw.chance(0.5) } : {}),
    ...(draw.chance(0.1) ? { $defs: { [draw.marker()]: property(draw, depth + 1) } } : {}),
    ...(draw.chance(0.1) ? { title: draw.text() } : {}),
  }
}

function property(draw: Draw, depth: number): Json {
  const described = draw.chance(0.5) ? { description: draw.text() } : {}
  return draw.weighted<() => Json>([
    [5, () => ({ type: draw.pick(scalarTypes), ...described })],
    [2, () => ({ type: 'string', enum: [draw.marker(), draw.marker()], ...described })],
    [1, () => ({ type: ['string', 'null'], ...described })],
    [1, () => ({ type: 'array', items: depth > 2 ? { type: 'string' } : property(draw, depth + 1), ...described })],
    [
      1,
      () => ({
        anyOf: [
          { type: 'string', const: draw.marker() },
          { type: 'integer', minimum: draw.number() },
        ],
      }),
    ],
    [1, () => (depth > 2 ? { type: 'boolean' } : jsonSchema(draw, depth + 1))],
  ])()
}

/** A name that every provider accepts, rarely one that only some do. */
export function toolName(draw: Draw): string {
  return draw.weighted([
    [12, () => `tool_${draw.marker()}`],
    [1, () => `ns.tool:${draw.marker()}`],
    [1, () => `long_${draw.marker()}_${'x'.repeat(60)}`],
  ])()
}

export function callId(draw: Draw): string {
  return draw.weighted([
    [12, () => `call_${draw.marker()}`],
    [1, () => `call.${draw.marker()}:7`],
    [1, () => `call_${draw.marker()}_${'x'.repeat(70)}`],
  ])()
}
