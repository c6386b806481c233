import type { PipeOutput, StreamPipe } from './stream-pipe.js'
import type { ReplyCopy } from './reply-copy.js'

/** Passes on bytes without frames (audio, subtitles). An error during them can only be shown by closing the connection. */
export class RawPipe implements StreamPipe {
  readonly unframed = true
  readonly usage = undefined
  contentBytes = 0

  constructor(
    private readonly text: boolean,
    private readonly copy?: ReplyCopy,
  ) {}

  push(chunk: Buffer): PipeOutput {
    this.contentBytes += chunk.length
    this.copy?.push(chunk)
    return { output: chunk, content: true }
  }

  /** Text may be empty (nothing was said), audio may not. */
  end(): PipeOutput {
    if (this.contentBytes === 0 && !this.text)
      return { output: '', content: false, ended: { kind: 'upstream_invalid', message: 'The provider answered without a body.' } }
    this.copy?.end()
    return { output: '', content: true, ended: 'complete' }
  }

  failure(): string {
    return ''
  }
}
