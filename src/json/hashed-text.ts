const mostHashed = 8192

/**
 * What stands for a client's id or name in a hash: the text itself; of a very long one its length, its beginning and its end, since the
 * hash of megabytes would hold up other requests.
 */
export function hashedText(text: string): string {
  if (text.length <= mostHashed) return text
  return `${text.length}\n${text.slice(0, mostHashed / 2)}\n${text.slice(-mostHashed / 2)}`
}
