import type { Loss } from '../../src/exchange/ledger.js'
import { openProof } from '../../src/exchange/proof.js'
import type { UpstreamDialect } from '../../src/exchange/dialect-name.js'
import type { SchemaValidator } from '../../src/contract/schema/index.js'
import { schemasOf } from '../contract/documents.js'
import { convert, type Conversion, type Pair } from './conversion.js'
import { camelCase } from './schema-values.js'
import { Haystack } from './haystack.js'
import { canonical, changed, isJsonObject, leavesOf, parsed, pointerOf, type Json, type JsonObject, type Path } from './json.js'
import { requestSchemas } from './requests/index.js'
import type { Upstream } from './pairs.js'

/** A violation of the promise that nothing is lost silently. */
export interface Violation {
  readonly kind:
    | 'lost'
    | 'invalid upstream request'
    | 'refusal names no field'
    | 'ledger names no field'
    | 'proof sent to another provider'
    | 'crash'
    | 'invalid request'
  readonly at: string
  readonly detail: string
}

export interface Finding {
  readonly result: 'exact' | 'lossy' | 'refused'
  readonly violations: readonly Violation[]
}

const validators = new Map<Upstream, SchemaValidator>()

export function validatorOf(name: Upstream): SchemaValidator {
  const known = validators.get(name) ?? schemasOf(name).component(requestSchemas[name])
  validators.set(name, known)
  return known
}

/**
 * Every leaf of the request is in the upstream's request or in the ledger, itself or an ancestor; or the request is refused and the
 * refusal names the field. What is sent is valid for the upstream, and no provider sees another one's proofs.
 */
export function examine(pair: Pair, request: JsonObject): Finding {
  const problem = validatorOf(pair.client)(request)
  if (problem !== undefined)
    return { result: 'refused', violations: [{ kind: 'invalid request', at: problem.pointer, detail: problem.message }] }
  let conversion: Conversion
  try {
    conversion = convert(pair, request)
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { result: 'refused', violations: [{ kind: 'crash', at: '', detail }] }
  }
  if (conversion.type === 'refused') return { result: 'refused', violations: examineRefusal(conversion.error, request) }
  const { wire, losses } = conversion
  const violations: Violation[] = []
  const wrong = validatorOf(pair.upstream)(wire)
  if (wrong !== undefined) violations.push({ kind: 'invalid upstream request', at: wrong.pointer, detail: wrong.message })
  const booked = losses.filter(({ side }) => side === 'request').map(({ at }) => at)
  for (const at of new Set(booked))
    if (at === '' || !isPlace(request, at))
      violations.push({ kind: 'ledger names no field', at, detail: losses.find((loss) => loss.at === at)?.why ?? '' })
  violations.push(...new Examination(pair, request, wire, losses).violations())
  return { result: losses.some(({ action, side }) => action !== 'moved' && side === 'request') ? 'lossy' : 'exact', violations }
}

function examineRefusal(
  error: { readonly kind: string; readonly param?: string; readonly message: string },
  request: JsonObject,
): Violation[] {
  const at = error.param ?? ''
  if (
    error.kind === 'invalid_request' &&
    at.startsWith('/') &&
    (isPlace(request, at) || isPlace(request, at.slice(0, at.lastIndexOf('/'))))
  )
    return []
  return [{ kind: 'refusal names no field', at, detail: `${error.kind}: ${error.message}` }]
}

function isPlace(value: Json, pointer: string): boolean {
  if (pointer === '') return true
  let place: Json | undefined = value
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    place = Array.isArray(place) ? place[Number(name)] : isJsonObject(place) ? place[name] : undefined
    if (place === undefined) return false
  }
  return true
}

/** Members that only tell the type of an object, or that the gateway itself decides. */
const formal = new Set(['type', 'role', 'object'])
const decidedElsewhere = new Set(['/model', '/stream'])
const dataMembers = new Set(['data', 'file_data', 'image_url', 'url'])
const nameMembers = new Set(['name', 'id', 'call_id', 'tool_call_id', 'tool_use_id', 'allowedFunctionNames'])
const argumentMembers = new Set(['arguments'])
const proofMembers = new Set(['signature', 'encrypted_content', 'thoughtSignature', 'thought_signature', 'data'])
const marker = /q\d+q/

function bookings(losses: readonly Loss[]): string {
  return losses
    .map(({ at, action, why }) => `${action} ${at} ${why}`)
    .sort()
    .join('\n')
}

class Examination {
  readonly #haystack: Haystack
  readonly #sent: string
  readonly #booked: ReadonlySet<string>

  constructor(
    private readonly pair: Pair,
    private readonly request: JsonObject,
    wire: JsonObject,
    private readonly losses: readonly Loss[],
  ) {
    this.#haystack = new Haystack(wire)
    this.#sent = canonical(wire)
    this.#booked = new Set(losses.map(({ at }) => at))
  }

  violations(): Violation[] {
    const violations: Violation[] = []
    for (const { path, value } of leavesOf(this.request)) {
      const pointer = pointerOf(path)
      if (value === null || value === '' || decidedElsewhere.has(pointer) || (isJsonObject(value) && !this.#isTool(path))) continue
      const leak = this.#leak(path, value)
      if (leak !== undefined) violations.push({ kind: 'proof sent to another provider', at: pointer, detail: leak })
      if (this.#isBooked(pointer) || this.#arrives(path, value)) continue
      violations.push({ kind: 'lost', at: pointer, detail: JSON.stringify(value).slice(0, 200) })
    }
    return violations
  }

  /** Whether an empty object is a tool, whose name is that of the member. */
  #isTool(path: Path): boolean {
    return (
      this.pair.client === 'generate-content' &&
      path[0] === 'tools' &&
      path.length < 4 &&
      typeof path.at(-1) === 'string' &&
      path.length > 1
    )
  }

  #isBooked(pointer: string): boolean {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (this.#booked.has(at)) return true
    return false
  }

  #arrives(path: Path, value: Json): boolean {
    const name = String(path.at(-1))
    const parent = String(path.at(-2))
    for (const step of path) if (typeof step === 'string' && /^q\d+q$/.test(step) && !this.#haystack.hasText(step)) return false
    if (typeof value === 'string' && value.trim() === '') return true
    if (typeof value === 'string' && argumentMembers.has(name))
      return this.#haystack.hasObject(parsed(value) ?? '') || this.#haystack.hasText(value)
    if (typeof value === 'string' && proofMembers.has(name)) {
      const sealed = openProof(value)
      if (sealed !== undefined) return this.#haystack.hasText(sealed.value) || this.#haystack.hasObject(parsed(sealed.value) ?? '')
    }
    if (typeof value === 'string' && formal.has(name) && !marker.test(value)) return true
    if (typeof value === 'string' && (marker.test(value) || dataMembers.has(name))) {
      if (this.#haystack.hasText(value)) return true
      if (dataMembers.has(name)) return this.#haystack.hasData(value)
      return nameMembers.has(name) || nameMembers.has(camelCase(parent)) ? this.#haystack.hasName(value) : false
    }
    if (typeof value === 'string' && nameMembers.has(name) && this.#haystack.hasName(value)) return true
    if (typeof value === 'number' && value > 70_000 && this.#haystack.hasNumber(value)) return true
    if (typeof value !== 'object' && this.#haystack.hasMember(typeof path.at(-1) === 'number' ? parent : name, value)) return true
    if (
      typeof value === 'string' &&
      (value.length > 20
        ? this.#haystack.hasText(value)
        : (name === 'tool_choice' || name === 'function_call') && this.#haystack.hasMember('type', value))
    )
      return true
    return this.#matters(path, value)
  }

  /** Whether a value that cannot be searched for, such as `true`, changes the upstream's request. */
  #matters(path: Path, value: Json): boolean {
    const without = this.#variant(path, undefined)
    if (without !== undefined) return without
    const others: readonly Json[] =
      typeof value === 'boolean' ? [!value] : typeof value === 'number' ? [value + 1, value - 1, value / 2] : []
    if (others.length === 0) return true
    return others.some((other) => this.#variant(path, other) === true)
  }

  /** Whether this change of the request changes what is sent; `undefined` where the changed request is not valid. */
  #variant(path: Path, replacement: Json | undefined): boolean | undefined {
    const request = changed(this.request, path, replacement)
    if (!isJsonObject(request) || validatorOf(this.pair.client)(request) !== undefined) return undefined
    try {
      const conversion = convert(this.pair, request)
      if (conversion.type === 'refused' || canonical(conversion.wire) !== this.#sent) return true
      return bookings(conversion.losses) !== bookings(this.losses)
    } catch {
      return undefined
    }
  }

  /** Describes a proof of one provider in a request to another. */
  #leak(path: Path, value: Json): string | undefined {
    const name = String(path.at(-1))
    if (typeof value !== 'string' || !proofMembers.has(name)) return undefined
    const sealed = openProof(value)
    if (sealed !== undefined) {
      if (this.#haystack.hasText(value)) return 'a sealed proof'
      return sealed.dialect !== this.pair.upstream && this.#haystack.hasText(sealed.value) ? `a proof of ${sealed.dialect}` : undefined
    }
    const owner = this.#ownerOf(path, name)
    return owner !== undefined && owner !== this.pair.upstream && this.#haystack.hasText(value) ? `a proof of ${owner}` : undefined
  }

  #ownerOf(path: Path, name: string): UpstreamDialect | undefined {
    const { client } = this.pair
    switch (client) {
      case 'chat-completions':
        if (name === 'thought_signature') return 'generate-content'
        return path.includes('reasoning_details') ? client : undefined
      case 'messages':
        return name === 'signature' || this.#typeAt(path.slice(0, -1)) === 'redacted_thinking' ? client : undefined
      case 'responses':
        return name === 'encrypted_content' ? client : undefined
      case 'generate-content':
        return name === 'thoughtSignature' || name === 'thought_signature' ? client : undefined
    }
  }

  #typeAt(path: Path): Json | undefined {
    let place: Json | undefined = this.request
    for (const step of path) place = Array.isArray(place) ? place[Number(step)] : isJsonObject(place) ? place[step] : undefined
    return isJsonObject(place) ? place['type'] : undefined
  }
}
