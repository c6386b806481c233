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

/** Converts an upstream's bytes into the client's, synchronously, by relaying or translating frames. */
export interface StreamPipe {
  push(chunk: Buffer): PipeOutput
  /** The upstream's body ended. */
  end(): PipeOutput
  /** The frames of an error during the stream. */
  failure(error: GatewayError): StreamOutput
  /** The bytes have no frames: an error can only be shown by closing the connection. */
  readonly unframed?: boolean
  readonly usage: Usage | undefined
  /** UTF-8 bytes of text, reasoning and arguments so far. */
  readonly contentBytes: number
}
