/** Frames chunks: as events with CRLF line ends, as Google writes them, or as elements of one JSON array. */
export class ChunkWriter {
  #elements = 0

  constructor(private readonly framing: 'sse' | 'json-array') {}

  chunk(chunk: object): string {
    const json = JSON.stringify(chunk)
    if (this.framing === 'sse') return eventFrame(json)
    return `${this.#elements++ === 0 ? '[' : ',\r\n'}${json}`
  }

  /** The end of the body. */
  end(): string {
    if (this.framing === 'sse') return ''
    return this.#elements === 0 ? '[]' : ']'
  }
}

export function eventFrame(json: string): string {
  return `data: ${json}\r\n\r\n`
}
