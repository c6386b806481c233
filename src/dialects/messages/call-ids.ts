const valid = /^[a-zA-Z0-9_-]+$/
const prefix = 'anywire_'

/**
 * The id of a tool call in a reply. Anthropic accepts only some characters in ids, and a client may continue the conversation there. An id
 * with other characters is encoded, and decoded when the client sends it back.
 */
export function encodeToolCallId(id: string): string {
  return valid.test(id) && !id.startsWith(prefix) ? id : prefix + Buffer.from(id).toString('base64url')
}

/** Reverses {@link encodeToolCallId}; other ids are returned unchanged. */
export function decodeToolCallId(id: string): string {
  if (!id.startsWith(prefix)) return id
  const decoded = Buffer.from(id.slice(prefix.length), 'base64url').toString()
  return decoded !== '' && encodeToolCallId(decoded) === id ? decoded : id
}
