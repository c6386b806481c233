import type { IncomingMessage } from 'node:http'
import { freePiece } from '../engine/garbage.js'
import { GatewayFailure } from '../exchange/error.js'
import { createDecoder, type ContentCoding, type Decoder } from './content-coding.js'

/** Takes what is decoded. */
export interface DecodedSink {
  /** Must copy what it keeps: the memory of the chunk is freed afterwards. */
  take(chunk: Buffer): void
  finish(): void
  fail(failure: GatewayFailure): void
}

/** Undoes the coding of a body while it is read, no faster than the coded bytes are used. Limits are the sink's. */
export class BodyDecoder {
  #decoder: Decoder | undefined
  #received = 0

  constructor(
    private readonly request: IncomingMessage,
    private readonly coding: ContentCoding,
    private readonly sink: DecodedSink,
  ) {}

  /** Coded bytes so far. */
  get received(): number {
    return this.#received
  }

  push(chunk: Buffer): void {
    this.#received += chunk.length
    this.#decoder ??= this.#start(chunk)
    if (!this.#decoder.write(chunk)) this.request.pause()
  }

  end(): void {
    if (this.#decoder === undefined) this.sink.finish()
    else this.#decoder.end()
  }

  /** Ends the decoding, finished or not. */
  stop(): void {
    this.#decoder?.destroy()
  }

  #start(first: Buffer): Decoder {
    const decoder = createDecoder(this.coding, first)
    decoder.on('data', (chunk: Buffer) => {
      this.sink.take(chunk)
      // Until V8 collects them, the chunks of a large body would take as much memory as the body.
      freePiece(chunk)
    })
    decoder.on('drain', () => {
      this.request.resume()
    })
    decoder.on('end', () => {
      if (decoder.bytesWritten === this.#received) this.sink.finish()
      else this.#refuse('goes on after its end')
    })
    decoder.on('error', () => {
      this.#refuse('is malformed or ends early')
    })
    return decoder
  }

  #refuse(problem: string): void {
    this.request.pause()
    this.sink.fail(
      new GatewayFailure({
        kind: 'invalid_request',
        message: `The body is not valid ${this.coding}: it ${problem}.`,
        param: 'content-encoding',
      }),
    )
  }
}
