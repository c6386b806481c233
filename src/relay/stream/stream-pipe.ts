import type { GatewayError } from '../../exchange/error.js'
import type { Usage } from '../../exchange/usage.js'

/** What one read of the upstream gives the client. */
export interface PipeOutput {
  /** To be written in one go; empty = nothing. */
  readonly output: Buffer | string
  /** Something of the answer is in it, not only start frames. */
  readonly content: boolean
  /** The stream's end: properly, or by a failure whose frames are not in `output` yet. */
  readonly ended?: 'complete' | GatewayError
}

/** Turns an upstream's bytes into the client's, synchronously: by passing frames on (relay) or by translating them. */
export interface StreamPipe {
  push(chunk: Buffer): PipeOutput
  /** The upstream's body ended. */
  end(): PipeOutput
  /** The frames that tell the client of a failure in mid-stream. */
  failure(error: GatewayError): string
  /** The bytes have no frames that could tell of a failure: a break is shown by breaking the connection. */
  readonly unframed?: boolean
  readonly usage: Usage | undefined
  /** UTF-8 bytes of text, reasoning and arguments so far. */
  readonly contentBytes: number
}
