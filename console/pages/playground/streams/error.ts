import { textOf, type JsonObject } from '../../../../src/json/object.js'
import type { Problem } from '../../../api/problem.js'

/** An error inside a stream: it has no status of its own. */
export function errorOf(error: JsonObject): Problem {
  const code = textOf(error.code) ?? textOf(error.status) ?? textOf(error.type) ?? 'error'
  return { status: 0, title: `The answer broke off: ${code}`, detail: textOf(error.message) ?? 'The provider gave no reason.', code }
}
