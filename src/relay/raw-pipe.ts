import type { PipeOutput, StreamPipe } from './stream-pipe.js'

/** Passes bytes that have no frames (sound, subtitles) as they come. A break in them is only shown by breaking the connection. */
export class RawPipe implements StreamPipe {
  readonly unframed = true
  readonly usage = undefined
  contentBytes = 0

  push(chunk: Buffer): PipeOutput {
    this.contentBytes += chunk.length
    return { output: chunk, content: true }
  }

  end(): PipeOutput {
    return { output: '', content: true, ended: 'complete' }
  }

  failure(): string {
    return ''
  }
}
