import { refuse } from '../exchange/error.js'

/** The request's field that an error names. */
export type PathField = 'model' | 'response_id'

/**
 * A value from a request as one segment of an upstream's path: slashes are encoded. Throws a 400 for a value that could change the path
 * when a server decodes it: dot segments, backslashes, empty segments, control characters, lone surrogates.
 */
export function pathSegment(value: string, field: PathField = 'model'): string {
  check(value, field)
  return encodeURIComponent(value)
}

/** The same for a provider whose names have slashes of their own (`tunedModels/x`): each part is a segment. */
export function pathSegments(value: string, field: PathField = 'model'): string {
  check(value, field)
  return value.includes('/') ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
}

/** A value in a query. Throws a 400 for lone surrogates. */
export function queryValue(value: string, field: PathField = 'model'): string {
  if (!value.isWellFormed()) throw unusable(field)
  return encodeURIComponent(value)
}

// eslint-disable-next-line no-control-regex
const changesPath = /[\u0000-\u001f\u007f-\u009f\\]|(?:^|\/)(?:\.{0,2})(?:\/|$)/

function check(value: string, field: PathField): void {
  if (changesPath.test(value) || !value.isWellFormed()) throw unusable(field)
}

function unusable(field: PathField): Error {
  const what = field === 'model' ? 'A model name' : 'A response id'
  return refuse(field, `${what} cannot have empty or dot segments, backslashes, control characters or lone surrogates.`)
}
