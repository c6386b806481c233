/** JSON pointers, RFC 6901. */

/** One member name as a step of a pointer: `~` and `/` escaped. */
export function escapeStep(name: string): string {
  return name.includes('~') || name.includes('/') ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name
}

/** The member name of one step. */
export function unescapeStep(step: string): string {
  return step.includes('~') ? step.replaceAll('~1', '/').replaceAll('~0', '~') : step
}

/** Appends one member name or index to a pointer. */
export function pointer(base: string, key: string | number): string {
  return `${base}/${typeof key === 'number' ? key : escapeStep(key)}`
}

/** The pointer of a path from the root; the empty path is the whole document. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(pointer, '')
}
