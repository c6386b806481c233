import { AwsEventStreamReader } from '../stream/aws-event-stream-reader.js'
import type { TracedPiece, TracedReply } from './traced.js'

/** An event of a stream, or a whole body, as text. */
export interface ShownFrame {
  readonly atMs: number
  readonly text: string
}

/** The frames of a reply, each with the time of its last byte. What is no text is only described. */
export function framesOf({ headers, pieces, bytes }: Pick<TracedReply, 'headers' | 'pieces' | 'bytes'>): ShownFrame[] {
  const type = headers['content-type'] ?? ''
  const encoding = headers['content-encoding'] ?? 'identity'
  const last = pieces.at(-1)
  if (last === undefined) return []
  if (encoding !== 'identity') return [{ atMs: last.atMs, text: `(${bytes} bytes, encoded with ${encoding})` }]
  if (type.startsWith('application/vnd.amazon.eventstream')) return awsFrames(pieces)
  if (type !== '' && !/^(?:text\/|application\/(?:[\w.+-]*json|x-ndjson|problem))/.test(type))
    return [{ atMs: last.atMs, text: `(${bytes} bytes of ${type})` }]
  if (type.startsWith('text/event-stream')) return events(pieces)
  return [{ atMs: last.atMs, text: Buffer.concat(pieces.map((piece) => piece.bytes)).toString('utf8') }]
}

function events(pieces: readonly TracedPiece[]): ShownFrame[] {
  const decoder = new TextDecoder()
  const frames: ShownFrame[] = []
  let rest = ''
  let atMs = 0
  for (const piece of pieces) {
    atMs = piece.atMs
    const parts = (rest + decoder.decode(piece.bytes, { stream: true })).split(/\r\n\r\n|\n\n|\r\r/)
    rest = parts.pop() ?? ''
    for (const text of parts) frames.push({ atMs, text })
  }
  if (rest !== '') frames.push({ atMs, text: rest })
  return frames
}

function awsFrames(pieces: readonly TracedPiece[]): ShownFrame[] {
  const reader = new AwsEventStreamReader(Infinity, 'aws-events')
  const frames: ShownFrame[] = []
  try {
    for (const { atMs, bytes } of pieces) for (const frame of reader.push(bytes).frames) frames.push({ atMs, text: frame.raw.trimEnd() })
  } catch {
    // What was cut cannot be read to its end.
  }
  return frames
}
