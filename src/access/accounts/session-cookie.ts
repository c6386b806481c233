import type { IncomingHttpHeaders } from 'node:http'

/** With the prefix, browsers take the cookie only over HTTPS, for this host and all paths. */
const secureName = '__Host-anywire_session'
/** At plain HTTP, which only this machine gets. */
const plainName = 'anywire_session'

/** Whether a request has a session cookie of either name, valid or not. */
export function carriesSession(headers: IncomingHttpHeaders): boolean {
  return valueOf(secureName, headers) !== undefined || valueOf(plainName, headers) !== undefined
}

/**
 * The id of the session that a request's cookie carries. `origin`: under which the browser reached the gateway. Over HTTPS only the name
 * with the prefix counts: other hosts of the same site could have set the plain one.
 */
export function sessionIdIn(headers: IncomingHttpHeaders, origin: string): string | undefined {
  return valueOf(nameAt(origin), headers)
}

function valueOf(name: string, { cookie }: IncomingHttpHeaders): string | undefined {
  const pair = cookie?.split(';').find((one) => one.trimStart().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}

/** The header that gives a browser its session. */
export function sessionCookie(id: string, origin: string): string {
  return cookie(id, origin, '')
}

export function endedSessionCookie(origin: string): string {
  return cookie('', origin, '; Max-Age=0')
}

function cookie(value: string, origin: string, more: string): string {
  return `${nameAt(origin)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(origin) ? '; Secure' : ''}${more}`
}

const nameAt = (origin: string): string => (isSecure(origin) ? secureName : plainName)
/** Anything but plain HTTP at this machine. */
const isSecure = (origin: string): boolean => !/^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(origin)
