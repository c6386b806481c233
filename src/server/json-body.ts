import type { Lease } from '../access/lease.js'
import type { WireObject } from '../dialects/dialect.js'
import type { RepeatedValues } from '../json/repeated-values.js'
import type { RequestBody } from '../relay/gateway-request.js'
import { largeJsonBytes } from '../relay/large-json.js'
import { largeBodies, parseBody, parseInItsTurn, readInItsTurn, type BodyLimits } from './parse-body.js'
import { parseLargeRepeated, parseRepeated } from './parse-repeated.js'

/** The value of a shorter body is not worth parsing it again; that of a large one would block other requests. */
const shortBytes = 16 * 1024
/** What larger ones repeat is not looked for: it would take most of the memory for that. */
const mostRepeatedBytes = 4 * 1024 * 1024

/** A body that was read and parsed. */
export class JsonBody implements RequestBody {
  #json: WireObject | undefined

  constructor(
    readonly bytes: Buffer,
    json: WireObject,
    private readonly limits: BodyLimits,
    /** Whether parts of the value may be shared with other bodies. */
    private isShared = false,
    readonly repeats = false,
  ) {
    this.#json = json
  }

  get json(): WireObject {
    return (this.#json ??= this.#parsed())
  }

  get ownJson(): WireObject {
    return this.isShared ? (this.#json = this.#parsed()) : this.json
  }

  /** The same of a large body, in many turns of the event loop. */
  async ownJsonInTurns(): Promise<WireObject> {
    if (!this.isShared) return this.json
    this.isShared = false
    return (this.#json = await largeBodies.run(() => parseInItsTurn(this.bytes, this.limits)))
  }

  dropJson(): boolean {
    if (this.bytes.length < shortBytes || this.bytes.length > largeJsonBytes) return false
    this.#json = undefined
    return true
  }

  #parsed(): WireObject {
    this.isShared = false
    return parseBody(this.bytes, this.limits)
  }
}

/** Parses a body that is not large. `owner`: whose earlier bodies may have had the same values; `undefined`: nobody's. Throws a 400. */
export function readJson(
  bytes: Buffer,
  limits: BodyLimits,
  lease: Lease | undefined,
  repeated: RepeatedValues,
  owner: string | undefined,
): JsonBody {
  const known = bytes.length < shortBytes || owner === undefined ? undefined : parseRepeated(bytes, limits, lease, repeated, owner)
  return known === undefined
    ? new JsonBody(bytes, parseBody(bytes, limits, lease), limits)
    : new JsonBody(bytes, known.value, limits, true, known.repeats)
}

/**
 * The same for a large body, in many turns of the event loop, so that other requests are served between them. Such bodies are parsed one
 * after the other. The bytes of a body that is refused are freed.
 */
export function readLargeJson(
  bytes: Buffer,
  limits: BodyLimits,
  lease: Lease | undefined,
  repeated: RepeatedValues,
  owner: string | undefined,
): Promise<JsonBody> {
  return readInItsTurn(bytes, async () => {
    const mayRepeat = owner !== undefined && bytes.length <= mostRepeatedBytes
    const known = mayRepeat ? await parseLargeRepeated(bytes, limits, lease, repeated, owner) : undefined
    return known === undefined
      ? new JsonBody(bytes, await parseInItsTurn(bytes, limits, lease), limits)
      : new JsonBody(bytes, known.value, limits, true, known.repeats)
  })
}
