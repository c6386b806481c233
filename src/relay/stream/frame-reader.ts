import type { GatewayError } from '../../exchange/error.js'
import type { ServerSentEvent } from '../../exchange/server-sent-event.js'
import { parseJson } from '../../json/object.js'
import { isParsable } from '../upstream/reply-bounds.js'

/** One event of a stream, as it came. */
export interface Frame extends ServerSentEvent {
  /** The frame as text of an event stream: without comment lines, with its closing empty line. */
  readonly raw: string
}

/** What one read brought. */
export interface FrameBatch {
  readonly frames: readonly Frame[]
  /** The bytes of exactly these frames, where they can be passed on as they are: no comments, no stray bytes. */
  readonly bytes: Buffer | undefined
}

/** Cuts an upstream's bytes into frames, however they come. Throws {@link FrameFailure}. */
export interface FrameReader {
  push(chunk: Buffer): FrameBatch
  /** The body ended. What is left of a frame that was cut is no frame. */
  end(): FrameBatch
}

export const noFrames: FrameBatch = { frames: [], bytes: undefined }

/** The end of a body without an event that was cut off: it tells nothing, and all that counts may have come before it. */
export function uncut({ frames }: FrameBatch): readonly Frame[] {
  return frames.filter(({ event, data }) => event === 'error' || data === '[DONE]' || !isParsable(data) || parseJson(data) !== undefined)
}

/** The bytes are no frames that can be passed on. */
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

export class FrameNotTextError extends FrameFailure {
  constructor() {
    super({ kind: 'upstream_invalid', message: 'The provider sent an event that is not valid UTF-8.' })
  }
}
