import { isUtf8 } from 'node:buffer'
import type { Dialect, StreamDecoder, UpstreamHalf, WireObject } from '../../dialects/dialect.js'
import type { DecodeContext } from '../../exchange/context.js'
import { GatewayFailure } from '../../exchange/error.js'
import { partsOfReply } from '../../exchange/reply-parts.js'
import type { StreamPart } from '../../exchange/stream-part.js'
import { parseWire } from '../../json/exact-numbers.js'
import { objectOf } from '../../json/object.js'
import { dropBody, mayBeParsed } from '../upstream/collected-bytes.js'
import { isParsable } from '../upstream/reply-bounds.js'
import { parseReply, type ReplyJson } from '../upstream/reply-json.js'

/** A provider's reply; a promise where it is large. What is no JSON is of no further use. */
export function replyObject(body: Buffer): WireObject | undefined | Promise<WireObject | undefined> {
  const json = parseReply(body)
  return json instanceof Promise ? json.then((large) => objectOrDrop(large, body)) : objectOrDrop(json, body)
}

function objectOrDrop(json: ReplyJson | undefined, body: Buffer): WireObject | undefined {
  if (json === undefined) dropBody(body)
  return objectOf(json)
}

/** Whether a whole reply in place of a stream is JSON. Of a large one the beginning is enough: it is parsed when it is played. */
export function isJson(body: Buffer): boolean {
  if (body.length <= parsedTwiceBytes) return parseBody(body) !== undefined
  const may = mayBeParsed(body)
  if (!may) dropBody(body)
  return may
}

const parsedTwiceBytes = 1024 * 1024

/** What is no JSON is of no further use. */
function parseBody(body: Buffer): unknown {
  const wire = mayBeParsed(body) ? parseText(body) : undefined
  if (wire === undefined) dropBody(body)
  return wire
}

function parseText(body: Buffer): unknown {
  const text = body.toString('utf8')
  return (text.includes('\ufffd') && !isUtf8(body)) || !isParsable(text) ? undefined : parseWire(text)
}

/** An unreadable reply, and an error inside a 200, is a failure of this target. */
export function readable<Value>(read: () => Value): Value | GatewayFailure {
  try {
    return read()
  } catch (thrown) {
    return thrown instanceof GatewayFailure ? thrown : unreadable()
  }
}

export function unreadable(): GatewayFailure {
  return new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered with something that is not a reply of its style.' })
}

/** The frames of a whole reply that a provider sent in place of a stream. Throws `GatewayFailure`. */
export function framesOfBody(dialect: Dialect, body: Buffer): string {
  const wire = parseBody(body)
  const error = dialect.readErrorInReply(wire)
  if (error !== undefined) throw new GatewayFailure(error)
  const frames = dialect.framesOfReply(wire)
  if (frames === undefined) throw unreadable()
  return frames
}

/** The same as parts, for another dialect. A list is the chunks of a stream without framing. Throws `GatewayFailure`. */
export function partsOfBody(upstream: UpstreamHalf, decoder: StreamDecoder, context: DecodeContext, body: Buffer): readonly StreamPart[] {
  const wire = parseBody(body)
  if (!Array.isArray(wire)) return partsOfReply(upstream.decodeReply(wire, context))
  const chunks: unknown[] = wire
  return [...chunks.flatMap((chunk) => decoder.push({ data: JSON.stringify(chunk) })), ...decoder.end()]
}
