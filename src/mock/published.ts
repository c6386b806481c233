import type { MatchedRequest } from './request.js'
import type { WholeAnswer } from './whole-answer.js'

/** The contract's documents and its reference page as files; `undefined`: the operation is about something else, or there is no such file. */
export type PublishedFiles = (request: MatchedRequest, address: string) => WholeAnswer | undefined

/** The address that the client used, for the documents' samples. */
export function addressOf({ headers }: MatchedRequest): string {
  const host = headers['host'] ?? ''
  return `http://${/^[\w.:[\]-]{1,255}$/.test(host) ? host : '127.0.0.1'}`
}
