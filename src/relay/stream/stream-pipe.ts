import type { GatewayError } from '../../exchange/error.js'
import type { Usage } from '../../exchange/usage.js'
import type { StreamOutput } from './long-output.js'

/** The output for the client of one read of the upstream. */
export interface PipeOutput {
  /** One write; empty: nothing. */
  readonly output: StreamOutput
  /** Whether it has content of the answer, not only start frames. */
  readonly content: boolean
  /** The stream's end: complete, or an error whose frames are not in `output` yet. */
  readonly ended?: 'complete' | GatewayError
}

/** At once; for megabytes after many turns of the event loop, until which nothing may be pushed. */
export type Piped = PipeOutput | Promise<PipeOutput>

/** Converts an upstream's bytes into the client's by relaying or translating frames. */
export interface StreamPipe {
  push(chunk: Buffer): Piped
  /** The upstream's body ended. */
  end(): Piped
  /** The frames of an error during the stream. */
  failure(error: GatewayError): StreamOutput
  /** The bytes have no frames: an error can only be shown by closing the connection. */
  readonly unframed?: boolean
  readonly usage: Usage | undefined
  /** UTF-8 bytes of text, reasoning and arguments so far. */
  readonly contentBytes: number
}

/** For a conversation, where some providers send a whole reply of JSON although a stream was requested. */
export interface ReplyPipe extends StreamPipe {
  /** The whole stream of such a reply. Throws, or rejects, where it is none. */
  play(body: Buffer): Piped
}

export const nothing = { output: '', content: false } as const

/** The stream is over before its next frame. */
export function failed(error: GatewayError) {
  return { ...nothing, ended: error }
}
