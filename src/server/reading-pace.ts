import type { Readable } from 'node:stream'

/** Bytes of large bodies that are read in one turn of the event loop: about half a millisecond. */
const bytesPerTurn = 512 * 1024

let bytes = 0
let isCounting = false
let paused: Readable[] = []

/**
 * Counts bytes of a large body that were just read. Beyond the share of the turn its source is paused until the next one: the sockets of
 * many large bodies together would hold up everybody else.
 */
export function paceReading(source: Readable, length: number): void {
  bytes += length
  if (!isCounting) {
    isCounting = true
    setImmediate(nextTurn)
  }
  if (bytes < bytesPerTurn) return
  source.pause()
  paused.push(source)
}

function nextTurn(): void {
  const sources = paused
  bytes = 0
  isCounting = false
  paused = []
  for (const source of sources) source.resume()
}
