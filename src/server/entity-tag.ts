import type { IncomingMessage } from 'node:http'

/** Whether the client has the contents with this tag already (RFC 9110, section 13.1.2). */
export function hasContents({ headers }: Pick<IncomingMessage, 'headers'>, tag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && known.split(',').some((one) => one.trim() === tag)
}
