import { defined } from '../json/object.js'
import type { JsonSchema } from '../providers/kind-configuration.js'

/** An object with just these properties. */
export function section(
  description: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return defined({
    type: 'object',
    description,
    additionalProperties: false,
    properties,
    required: required.length > 0 ? required : undefined,
  })
}

/** A section whose members all have defaults, so that it may be left out. */
export function optionalSection(description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...section(description, properties), default: {} }
}

export function whole(standard: number, minimum: number, description: string, maximum = Number.MAX_SAFE_INTEGER): JsonSchema {
  return { type: 'integer', minimum, maximum, default: standard, description }
}

export const bytes = (standard: number, description: string): JsonSchema => whole(standard, 1, description)

/** Timers of the platform hold 31 bits; a longer one would fire at once. */
const longestTimer = 2 ** 31 - 1
export const milliseconds = (standard: number, description: string, minimum = 1): JsonSchema =>
  whole(standard, minimum, description, longestTimer)

export const name = (description: string): JsonSchema => ({
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\s\\x00-\\x1f]+$',
  'x-expected': 'expected a name without spaces',
  description,
})
