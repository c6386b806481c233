import type { WireObject } from '../dialects/dialect.js'
import type { RequestBody } from '../relay/gateway-request.js'
import { largeJsonBytes } from '../relay/large-json.js'
import { parseBody, type BodyLimits } from './parse-body.js'

/** The value of a shorter body is not worth parsing it again; that of a large one would block other requests. */
const shortBytes = 16 * 1024

/** A body that was read and parsed. */
export class JsonBody implements RequestBody {
  #json: WireObject | undefined

  constructor(
    readonly bytes: Buffer,
    json: WireObject,
    private readonly limits: BodyLimits,
  ) {
    this.#json = json
  }

  get json(): WireObject {
    return (this.#json ??= parseBody(this.bytes, this.limits))
  }

  dropJson(): boolean {
    if (this.bytes.length < shortBytes || this.bytes.length > largeJsonBytes) return false
    this.#json = undefined
    return true
  }
}
