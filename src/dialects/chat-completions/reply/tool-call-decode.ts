import type { DecodeContext } from '../../../exchange/context.js'
import type { Proof } from '../../../exchange/proof.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { freeTextOf, kindOfTool } from '../../../exchange/custom-tool.js'
import { ownSignature } from './reply-decode.js'
import { isObject, numberOf, objectOf, textOf, type JsonObject } from '../../../json/object.js'

interface OpenToolCall {
  readonly index: number | undefined
  id: string | undefined
  /** Set when the call was started: its name was known. */
  part: number | undefined
  kind: 'function' | 'custom'
  /** A free-text tool that the provider got as a function: its arguments are unpacked at the end. */
  packed: boolean
  /** Pieces that came before the name, or all of them where the call is packed. */
  held: string
  empty: boolean
  proof: Proof | undefined
}

/**
 * The tool calls of one choice. OpenAI tells calls apart by `index`; others leave it out, give every call index 0, repeat ids and
 * names in each piece, send ids of `""` later, or a whole call at once.
 */
export class ToolCallDecoder {
  readonly #calls: OpenToolCall[] = []

  constructor(
    private readonly choice: number,
    private readonly context: DecodeContext,
    private readonly newPart: () => number,
  ) {}

  push(wire: unknown, parts: StreamPart[]): void {
    if (!isObject(wire)) return
    const called = objectOf(wire.function)
    const custom = objectOf(wire.custom)
    const name = textOf(called?.name) ?? textOf(custom?.name)
    const call = this.#find(numberOf(wire.index), textOf(wire.id), name)
    const proof = ownSignature(wire)
    if (proof !== undefined) call.proof = proof
    if (call.part === undefined && name !== undefined) this.#start(call, name, custom !== undefined && called === undefined, parts)
    const piece = pieceOf(called, custom)
    if (piece === '') return
    call.empty = false
    if (call.part === undefined || call.packed) call.held += piece
    else this.#delta(call.part, piece, parts)
  }

  /** Closes all calls; says whether there were any. */
  end(parts: StreamPart[]): boolean {
    let any = false
    for (const call of this.#calls) {
      if (call.part === undefined) {
        this.context.ledger.dropFromReply('/delta/tool_calls', 'a tool call without a name')
        continue
      }
      any = true
      if (call.packed) this.#delta(call.part, freeTextOf(call.held), parts)
      else if (call.empty && call.kind === 'function') this.#delta(call.part, '{}', parts)
      parts.push({
        type: 'tool-call-end',
        choice: this.choice,
        part: call.part,
        ...(call.proof === undefined ? {} : { proof: call.proof }),
      })
    }
    return any
  }

  #find(index: number | undefined, id: string | undefined, name: string | undefined): OpenToolCall {
    const last = this.#calls.findLast((call) => index === undefined || call.index === index)
    // A new id together with a name begins a new call, whatever the index says.
    const another = last !== undefined && id !== undefined && last.id !== undefined && last.id !== id && name !== undefined
    if (last !== undefined && !another) {
      last.id ??= id
      return last
    }
    const call: OpenToolCall = { index, id, part: undefined, kind: 'function', packed: false, held: '', empty: true, proof: undefined }
    this.#calls.push(call)
    return call
  }

  #start(call: OpenToolCall, name: string, custom: boolean, parts: StreamPart[]): void {
    const { tools } = this.context.request
    call.packed = !custom && kindOfTool(name, tools) === 'custom'
    call.kind = custom || call.packed ? 'custom' : 'function'
    call.part = this.newPart()
    const id = call.id ?? this.context.newId('call_')
    call.id = id
    parts.push({ type: 'tool-call-start', choice: this.choice, part: call.part, id, name, kind: call.kind })
    if (call.held === '' || call.packed) return
    this.#delta(call.part, call.held, parts)
    call.held = ''
  }

  #delta(part: number, input: string, parts: StreamPart[]): void {
    parts.push({ type: 'tool-call-delta', choice: this.choice, part, input })
  }
}

function pieceOf(called: JsonObject | undefined, custom: JsonObject | undefined): string {
  const value = called?.arguments ?? custom?.input
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
