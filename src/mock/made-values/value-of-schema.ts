import type { SchemaObject } from '../../contract/schema/index.js'
import { fits } from './fits.js'
import { Maker } from './maker.js'
import { Merger } from './merge.js'
import { Random } from './random.js'
import { Steps, Unmakeable } from './unmakeable.js'

const mostSteps = 200_000
const mostAttempts = 50

export type MadeValue = { readonly value: unknown } | { readonly problem: string }

/**
 * A value that fits the JSON Schema, the same one for the same schema and seed. It reads types, `const`, `enum`, the limits of numbers,
 * texts, lists and objects, `required`, `additionalProperties`, simple patterns, formats, `allOf`, `anyOf`, `oneOf`, and references
 * within the schema; what else the schema demands (`not`, `if`, `contains`, `uniqueItems`) is found by trying. `problem`: why there is none.
 */
export function valueOfSchema(schema: SchemaObject, seed: string): MadeValue {
  // One limit for all attempts: a schema of a client must not hold up the server.
  const steps = new Steps(mostSteps)
  const merger = new Merger(schema, steps)
  try {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const value = new Maker(merger, new Random(`${seed} ${attempt}`), steps).make(schema, '', 0)
      if (fits(value, schema, merger)) return { value }
    }
  } catch (error) {
    if (error instanceof Unmakeable) return { problem: error.message }
    throw error
  }
  return { problem: `the value does not fit its schema after ${mostAttempts} attempts` }
}
