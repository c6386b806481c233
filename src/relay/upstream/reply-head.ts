import type { UpstreamReplyHeaders } from './upstream-handler.js'

const headerLimit = 500

export function hasTooManyHeaders(headers: UpstreamReplyHeaders): boolean {
  let count = 0
  for (const name in headers) {
    const value = headers[name]
    count += Array.isArray(value) ? value.length : 1
  }
  return count > headerLimit
}

/** By the content type, which some providers leave out or give as text/plain. JSON, HTML and a reply without a body are not streams. */
export function isEventStream(status: number, headers: UpstreamReplyHeaders): boolean {
  if (status === 204 || status === 205) return false
  const type = headers['content-type']
  const text = (Array.isArray(type) ? type[0] : type)?.toLowerCase() ?? ''
  return !text.includes('json') && !text.includes('html') && !text.includes('xml')
}
