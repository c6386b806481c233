import type { GatewayError } from '../../exchange/error.js'
import type { ServerSentEvent } from '../../exchange/server-sent-event.js'
import { parseJson } from '../../json/object.js'
import type { CollectedBytes } from '../upstream/collected-bytes.js'
import { noMemory } from '../upstream/upstream-failure.js'
import { isParsable } from '../upstream/reply-bounds.js'

/** One event of a stream. */
export interface Frame extends ServerSentEvent {
  /** The frame as text of an event stream: without comment lines, with its closing empty line. */
  readonly raw: string
}

/** The frames of one read. */
export interface FrameBatch {
  readonly frames: readonly Frame[]
  /** The bytes of exactly these frames, where they can be passed on unchanged: without comments and other bytes. */
  readonly bytes: Buffer | undefined
}

/** Splits an upstream's bytes into frames. Throws {@link FrameFailure}. */
export interface FrameReader {
  push(chunk: Buffer): FrameBatch
  /** The body ended. A truncated frame is dropped. */
  end(): FrameBatch
}

/** A frame as text of an event stream. `data`: no line breaks, or each with `data: ` after it. */
export function frameText(event: string | undefined, data: string): string {
  return event === undefined ? `data: ${data}\n\n` : `event: ${event}\ndata: ${data}\n\n`
}

export const noFrames: FrameBatch = { frames: [], bytes: undefined }

/** The frames at the end of a body without a truncated last event: the complete ones may be all that counts. */
export function uncut({ frames }: FrameBatch): readonly Frame[] {
  return frames.filter(({ event, data }) => event === 'error' || data === '[DONE]' || !isParsable(data) || parseJson(data) !== undefined)
}

const longData = 1024 * 1024

/** Whether frames take many turns of the event loop, so that others are served meanwhile. */
export function areLong(frames: readonly Frame[]): boolean {
  let length = 0
  for (const { data } of frames) length += data.length
  return length > longData
}

/** The bytes are not valid frames. */
export class FrameFailure extends Error {
  constructor(readonly error: GatewayError) {
    super(error.message)
  }
}

export class FrameTooLargeError extends FrameFailure {
  constructor() {
    super({ kind: 'upstream_invalid', message: 'The provider sent an event that is larger than this gateway passes on.' })
  }
}

/** The failure where the bytes of an incomplete frame cannot be collected. */
export function notCollected({ isRefused }: CollectedBytes): FrameFailure {
  return isRefused ? new FrameFailure(noMemory) : new FrameTooLargeError()
}

export class FrameNotTextError extends FrameFailure {
  constructor() {
    super({ kind: 'upstream_invalid', message: 'The provider sent an event that is not valid UTF-8.' })
  }
}
