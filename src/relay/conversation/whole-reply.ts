import type { Dialect, StreamDecoder, UpstreamHalf, WireObject } from '../../dialects/dialect.js'
import type { DecodeContext } from '../../exchange/context.js'
import { GatewayFailure } from '../../exchange/error.js'
import { partsOfReply } from '../../exchange/reply-parts.js'
import type { StreamPart } from '../../exchange/stream-part.js'
import { objectOf } from '../../json/object.js'
import { ownTurn } from '../own-turn.js'
import { dropBody } from '../upstream/collected-bytes.js'
import { parseReply, type ReplyJson } from '../upstream/reply-json.js'

/** A provider's reply; a promise where it is large. A body that is not JSON is dropped. */
export function replyObject(body: Buffer): WireObject | undefined | Promise<WireObject | undefined> {
  const json = parseReply(body)
  return json instanceof Promise ? json.then((large) => objectOrDrop(large, body)) : objectOrDrop(json, body)
}

function objectOrDrop(json: ReplyJson | undefined, body: Buffer): WireObject | undefined {
  if (json === undefined) dropBody(body)
  return objectOf(json)
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

/** The frames of a whole reply that a provider sent in place of a stream. Throws, or rejects with, `GatewayFailure`. */
export function framesOfBody(dialect: Dialect, body: Buffer): Iterable<string> | Promise<Iterable<string>> {
  return played(body, (wire) => {
    const error = dialect.readErrorInReply(wire)
    if (error !== undefined) throw new GatewayFailure(error)
    const frames = dialect.framesOfReply(wire)
    if (frames === undefined) throw unreadable()
    return frames
  })
}

/** The same as parts, for another dialect. A list is the chunks of a stream without framing. Throws, or rejects with, `GatewayFailure`. */
export function partsOfBody(
  upstream: UpstreamHalf,
  decoder: StreamDecoder,
  context: DecodeContext,
  body: Buffer,
): readonly StreamPart[] | Promise<readonly StreamPart[]> {
  return played(body, (wire) => {
    if (!Array.isArray(wire)) return partsOfReply(upstream.decodeReply(wire, context))
    const chunks: unknown[] = wire
    return [...chunks.flatMap((chunk) => decoder.push({ data: JSON.stringify(chunk) })), ...decoder.end()]
  })
}

/** A promise where the body is large. */
function played<Value>(body: Buffer, play: (wire: ReplyJson) => Value): Value | Promise<Value> {
  const json = parseReply(body)
  if (!(json instanceof Promise)) return play(jsonOrDrop(json, body))
  return json.then(async (large) => {
    await ownTurn()
    return play(jsonOrDrop(large, body))
  })
}

/** A body that is not JSON is dropped. */
function jsonOrDrop(json: ReplyJson | undefined, body: Buffer): ReplyJson {
  if (json !== undefined) return json
  dropBody(body)
  throw unreadable()
}
