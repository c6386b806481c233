const accepted = /^[a-zA-Z0-9_-]+$/
const mark = 'anywire_'

/**
 * The id of a call as clients of this style can keep it: its providers refuse others when a conversation goes on there. An id with other
 * characters is packed, so that it comes back as its own provider gave it.
 */
export function writeCallId(id: string): string {
  return accepted.test(id) && !id.startsWith(mark) ? id : mark + Buffer.from(id).toString('base64url')
}

/** Undoes {@link writeCallId}; any other id as it is. */
export function readCallId(id: string): string {
  if (!id.startsWith(mark)) return id
  const packed = Buffer.from(id.slice(mark.length), 'base64url').toString()
  return packed !== '' && writeCallId(packed) === id ? packed : id
}
