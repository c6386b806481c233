/** Parameters of a path, by their names in the pattern. */
export type PathParameters = Readonly<Record<string, string>>

/** `/console/requests/:id` matches `/console/requests/abc` with `{id: 'abc'}`; a slash at the end does not count. */
export function matchPath(pattern: string, path: string): PathParameters | undefined {
  const wanted = segmentsOf(pattern)
  const given = segmentsOf(path)
  if (wanted.length !== given.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const value = given[index] ?? ''
    if (name.startsWith(':')) {
      const decoded = decode(value)
      if (decoded === undefined) return undefined
      parameters[name.slice(1)] = decoded
    } else if (name !== value) return undefined
  }
  return parameters
}

/** Where sign-in may lead back to: a path of the console, never another origin. */
export function safeReturnPath(wanted: string | null): string {
  const fallback = '/console/playground'
  if (wanted === null || !/^\/console(?:[/?#]|$)/.test(wanted) || /[\\\p{Cc}]/u.test(wanted)) return fallback
  const path = new URL(wanted, 'http://console.invalid')
  return path.host === 'console.invalid' && path.pathname.startsWith('/console') ? path.pathname + path.search + path.hash : fallback
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
