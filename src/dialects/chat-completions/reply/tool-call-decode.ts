import type { DecodeContext } from '../../../exchange/context.js'
import type { GatewayError } from '../../../exchange/error.js'
import type { Proof } from '../../../exchange/proof.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { freeTextOf, kindOfTool } from '../../../exchange/custom-tool.js'
import { ownSignature } from './reply-decode.js'
import { defined, isObject, numberOf, objectOf, parseObject, textOf, type JsonObject } from '../../../json/object.js'
import { ToolNamePieces } from './tool-name-pieces.js'

interface OpenToolCall {
  readonly index: number | undefined
  id: string | undefined
  /** The name so far. */
  name: string
  /** Whether the provider sent it as a custom tool call. */
  custom: boolean
  /** Set when the start was passed on, which needs the whole name. */
  part: number | undefined
  kind: 'function' | 'custom'
  /** Whether it is a custom tool that the provider has as a function. The text is read from its arguments at the end. */
  wrapped: boolean
  /** Input that is held back until the name is whole; where `wrapped`, until the end. */
  held: string
  empty: boolean
  /** The arguments, where one delta has the whole object. */
  wholeArguments: string | undefined
  proof: Proof | undefined
}

/**
 * Decodes the tool calls of one choice. OpenAI identifies calls by `index`. Other providers leave it out, send index 0 for every call, repeat
 * ids and names in each delta, send names in pieces, empty ids in later deltas, or whole calls.
 */
export class ToolCallDecoder {
  readonly #calls: OpenToolCall[] = []
  /** The newest call of each index. */
  readonly #byIndex = new Map<number, OpenToolCall>()
  /** Calls whose start was not passed on yet. */
  readonly #waiting = new Set<OpenToolCall>()
  readonly #names: ToolNamePieces

  constructor(
    private readonly choice: number,
    private readonly context: DecodeContext,
    private readonly newPart: () => number,
  ) {
    this.#names = new ToolNamePieces(context.request.tools)
  }

  push(wire: unknown, parts: StreamPart[]): void {
    if (!isObject(wire)) return
    const called = objectOf(wire.function)
    const custom = objectOf(wire.custom)
    const name = textOf(called?.name) ?? textOf(custom?.name)
    const piece = pieceOf(called, custom)
    const call = this.#find({ index: numberOf(wire.index), id: textOf(wire.id), name, piece }, parts)
    if (call === undefined) return
    const proof = ownSignature(wire)
    if (proof !== undefined) call.proof = proof
    if (name !== undefined && call.part === undefined) {
      call.name = this.#names.join(call.name, name)
      call.custom = custom !== undefined && called === undefined
    }
    if (this.#names.isReady(call.name, piece !== '')) this.#start(call, parts)
    // Some providers repeat a whole call.
    if (piece === '' || piece === call.wholeArguments) return
    if (call.empty && isWholeObject(piece)) call.wholeArguments = piece
    call.empty = false
    if (call.part === undefined || call.wrapped) call.held += piece
    else this.#delta(call.part, piece, parts)
  }

  /** Ends all calls. Returns whether there were any. */
  end(parts: StreamPart[]): boolean {
    let any = false
    for (const call of this.#calls) {
      this.#start(call, parts)
      if (call.part === undefined) {
        this.context.ledger.dropFromReply('/delta/tool_calls', 'a tool call without a name')
        continue
      }
      any = true
      if (call.wrapped) this.#delta(call.part, freeTextOf(call.held), parts)
      else if (call.empty && call.kind === 'function') this.#delta(call.part, '{}', parts)
      parts.push(
        defined({
          type: 'tool-call-end',
          choice: this.choice,
          part: call.part,
          proof: call.proof,
        }),
      )
    }
    return any
  }

  /** The call that a piece belongs to, which may be a new one; `undefined`, and an error among `parts`: there are too many. */
  #find(piece: ToolCallPiece, parts: StreamPart[]): OpenToolCall | undefined {
    const { index, id } = piece
    const last = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index)
    if (last !== undefined && !startsNewCall(last, piece)) {
      last.id ??= id
      return last
    }
    if (this.#calls.length === mostCalls) {
      parts.push({ type: 'error', error: tooManyCalls })
      return undefined
    }
    // Calls start in the order in which they arrived.
    for (const earlier of this.#waiting) this.#start(earlier, parts)
    const call: OpenToolCall = {
      index,
      id,
      name: '',
      custom: false,
      part: undefined,
      kind: 'function',
      wrapped: false,
      held: '',
      empty: true,
      wholeArguments: undefined,
      proof: undefined,
    }
    this.#calls.push(call)
    this.#waiting.add(call)
    if (index !== undefined) this.#byIndex.set(index, call)
    return call
  }

  #start(call: OpenToolCall, parts: StreamPart[]): void {
    if (call.part !== undefined || call.name === '') return
    const { tools } = this.context.request
    const { name } = call
    call.wrapped = !call.custom && kindOfTool(name, tools) === 'custom'
    call.kind = call.custom || call.wrapped ? 'custom' : 'function'
    call.part = this.newPart()
    this.#waiting.delete(call)
    const id = call.id ?? this.context.newId('call_')
    call.id = id
    parts.push({ type: 'tool-call-start', choice: this.choice, part: call.part, id, name, kind: call.kind })
    if (call.held === '' || call.wrapped) return
    this.#delta(call.part, call.held, parts)
    call.held = ''
  }

  #delta(part: number, input: string, parts: StreamPart[]): void {
    parts.push({ type: 'tool-call-delta', choice: this.choice, part, input })
  }
}

/** Of one choice; agents make some dozens. */
const mostCalls = 10_000
const tooManyCalls: GatewayError = { kind: 'upstream_invalid', message: `The provider sent more than ${mostCalls} tool calls.` }

interface ToolCallPiece {
  readonly index: number | undefined
  readonly id: string | undefined
  readonly name: string | undefined
  /** The delta of the arguments. */
  readonly piece: string
}

/** Whether a delta starts a new call, whatever its index: it has a name and another id, or a name and arguments after complete ones. */
function startsNewCall(last: OpenToolCall, { id, name, piece }: ToolCallPiece): boolean {
  if (name === undefined) return false
  if (id !== undefined && last.id !== undefined && last.id !== id) return true
  return last.wholeArguments !== undefined && piece !== '' && (piece !== last.wholeArguments || id === undefined)
}

/** Whether a delta is a whole object. `{}` is not, since it may come before the arguments. */
function isWholeObject(piece: string): boolean {
  if (!piece.startsWith('{') || !piece.trimEnd().endsWith('}')) return false
  const value = parseObject(piece)
  return value !== undefined && Object.keys(value).length > 0
}

function pieceOf(called: JsonObject | undefined, custom: JsonObject | undefined): string {
  const value = called?.arguments ?? custom?.input
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
