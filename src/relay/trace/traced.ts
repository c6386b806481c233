import type { OutgoingHttpHeaders } from 'node:http'
import type { UpstreamRequest } from '../upstream/upstream-handler.js'

export type TracedHeaders = Readonly<OutgoingHttpHeaders>

/** Bytes, and when they came in milliseconds since the request. */
export interface TracedPiece {
  readonly atMs: number
  readonly bytes: Buffer
}

/** A reply while it arrives. */
export interface TracedReply {
  readonly atMs: number
  readonly status: number
  readonly headers: TracedHeaders
  readonly pieces: TracedPiece[]
  /** Kept or not. */
  bytes: number
}

export interface TracedAttempt {
  readonly atMs: number
  readonly provider: string
  readonly model: string
  readonly request: Omit<UpstreamRequest, 'body'>
  /** Its beginning. */
  readonly body: Buffer | undefined
  /** Kept or not; of a body that is streamed 0. */
  readonly bodyBytes: number
  reply: TracedReply | undefined
  error: string | undefined
}

/** Keeps a reply while it arrives. */
export interface ReplyTracer {
  beginReply(status: number, headers: TracedHeaders): TracedReply
  add(reply: TracedReply, bytes: Buffer): void
}
