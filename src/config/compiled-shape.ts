import type { ErrorObject } from 'ajv'
import { compileShape } from './compile-shape.js'

/** Checks the shape of anywire.yaml and fills in its defaults, in place. */
export interface CompiledShape {
  (content: unknown): boolean
  errors?: ErrorObject[] | null | undefined
}

let compiled: CompiledShape | undefined

/** The build puts a module in the place of this one that holds the compiled check (`scripts/build/validators.mjs`). */
export function compiledShape(): CompiledShape {
  return (compiled ??= compileShape().validate)
}
