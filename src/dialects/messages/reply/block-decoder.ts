import type { MessagesCitation } from '../../../../generated/messages/model/index.js'
import { append } from '../../../exchange/append.js'
import type { DecodeContext } from '../../../exchange/context.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { decodeCitation } from '../citation.js'
import { argumentsObject, freeTextIn, kindOfTool } from '../../../exchange/custom-tool.js'
import { isObject, textOrEmpty, type JsonObject } from '../../../json/object.js'
import { opaque } from '../opaque.js'

/** A content block between its start and its stop. */
export interface OpenBlock {
  /** Whether the block is a tool call without any input so far. Without its stop event it cannot be known to be complete. */
  readonly isEmpty: boolean
  delta(delta: unknown): StreamPart[]
  stop(): StreamPart[]
}

export interface StartedBlock {
  readonly block: OpenBlock
  readonly parts: StreamPart[]
}

export function startBlock(wire: unknown, part: number, context: DecodeContext): StartedBlock {
  const block: JsonObject = isObject(wire) ? wire : {}
  switch (block['type']) {
    case 'text':
      return startText(block, part)
    case 'thinking':
      return startThinking(block, part)
    case 'redacted_thinking':
      return startRedacted(block, part)
    case 'tool_use':
      return startToolUse(block, part, context)
    default:
      return { block: new OpaqueBlock(block, part), parts: [] }
  }
}

function startText(wire: JsonObject, part: number): StartedBlock {
  const block = new TextBlock(part)
  const parts: StreamPart[] = [{ type: 'text-start', choice: 0, part }]
  const { text, citations } = wire
  if (typeof text === 'string' && text !== '') parts.push({ type: 'text-delta', choice: 0, part, text })
  if (Array.isArray(citations))
    append(
      parts,
      (citations as unknown[]).flatMap((citation) => block.delta({ type: 'citations_delta', citation })),
    )
  return { block, parts }
}

class TextBlock implements OpenBlock {
  readonly isEmpty = false
  constructor(private readonly part: number) {}

  delta(delta: unknown): StreamPart[] {
    if (!isObject(delta)) return []
    const { part } = this
    const { type, text, citation } = delta
    if (type === 'text_delta' && typeof text === 'string') return text === '' ? [] : [{ type: 'text-delta', choice: 0, part, text }]
    if (type === 'citations_delta' && isCitation(citation))
      return [{ type: 'citation', choice: 0, part, citation: decodeCitation(citation) }]
    return []
  }

  stop(): StreamPart[] {
    return [{ type: 'text-end', choice: 0, part: this.part }]
  }
}

function startThinking(wire: JsonObject, part: number): StartedBlock {
  const { thinking, signature } = wire
  const block = new ThinkingBlock(part, typeof signature === 'string' ? signature : '')
  const parts: StreamPart[] = [{ type: 'reasoning-start', choice: 0, part }]
  if (typeof thinking === 'string' && thinking !== '') parts.push({ type: 'reasoning-delta', choice: 0, part, text: thinking })
  return { block, parts }
}

class ThinkingBlock implements OpenBlock {
  readonly isEmpty = false
  constructor(
    private readonly part: number,
    private signature: string,
  ) {}

  delta(delta: unknown): StreamPart[] {
    if (!isObject(delta)) return []
    const { type, thinking, signature } = delta
    if (type === 'thinking_delta' && typeof thinking === 'string') {
      return thinking === '' ? [] : [{ type: 'reasoning-delta', choice: 0, part: this.part, text: thinking }]
    }
    if (type === 'signature_delta' && typeof signature === 'string') this.signature += signature
    return []
  }

  stop(): StreamPart[] {
    const proof = this.signature === '' ? {} : { proof: { dialect: 'messages', kind: 'signature', value: this.signature } as const }
    return [{ type: 'reasoning-end', choice: 0, part: this.part, ...proof }]
  }
}

function startRedacted(wire: JsonObject, part: number): StartedBlock {
  const { data } = wire
  const proof = typeof data === 'string' ? { proof: { dialect: 'messages', kind: 'redacted', value: data } as const } : {}
  const end: StreamPart = { type: 'reasoning-end', choice: 0, part, ...proof }
  return { block: { isEmpty: false, delta: () => [], stop: () => [end] }, parts: [{ type: 'reasoning-start', choice: 0, part }] }
}

function startToolUse(wire: JsonObject, part: number, context: DecodeContext): StartedBlock {
  const { id, input } = wire
  const name = textOrEmpty(wire['name'])
  const custom = kindOfTool(name, context.request.tools) === 'custom'
  const start: StreamPart = {
    type: 'tool-call-start',
    choice: 0,
    part,
    id: typeof id === 'string' && id !== '' ? id : context.newId('toolu_'),
    name,
    kind: custom ? 'custom' : 'function',
  }
  const whole = isObject(input) ? input : {}
  return { block: custom ? new CustomCallBlock(part, whole) : new FunctionCallBlock(part, whole), parts: [start] }
}

/** A call of a function tool. The start event may have the whole input, and then no delta follows; no input means `{}`. */
class FunctionCallBlock implements OpenBlock {
  #streamed = false
  constructor(
    private readonly part: number,
    private readonly whole: JsonObject,
  ) {}

  get isEmpty(): boolean {
    return !this.#streamed && Object.keys(this.whole).length === 0
  }

  delta(delta: unknown): StreamPart[] {
    const piece = inputPiece(delta)
    if (piece === '') return []
    this.#streamed = true
    return [{ type: 'tool-call-delta', choice: 0, part: this.part, input: piece }]
  }

  stop(): StreamPart[] {
    const { part } = this
    const end: StreamPart = { type: 'tool-call-end', choice: 0, part }
    return this.#streamed ? [end] : [{ type: 'tool-call-delta', choice: 0, part, input: JSON.stringify(this.whole) }, end]
  }
}

/** A call of a custom tool. Its text is read from the arguments when their JSON is complete. */
class CustomCallBlock implements OpenBlock {
  #json = ''
  constructor(
    private readonly part: number,
    private readonly whole: JsonObject,
  ) {}

  get isEmpty(): boolean {
    return this.#json === '' && Object.keys(this.whole).length === 0
  }

  delta(delta: unknown): StreamPart[] {
    this.#json += inputPiece(delta)
    return []
  }

  stop(): StreamPart[] {
    const { part } = this
    const input = this.#json === '' ? this.whole : argumentsObject(this.#json)
    const text = input === undefined ? this.#json : freeTextIn(input)
    return [
      { type: 'tool-call-delta', choice: 0, part, input: text },
      { type: 'tool-call-end', choice: 0, part },
    ]
  }
}

/** A block of another type: calls of server tools, their results, unknown types. It is passed on whole at its stop event. */
class OpaqueBlock implements OpenBlock {
  readonly isEmpty = false
  #json = ''
  #members: JsonObject = {}
  constructor(
    private readonly wire: JsonObject,
    private readonly part: number,
  ) {}

  delta(delta: unknown): StreamPart[] {
    const piece = inputPiece(delta)
    if (piece !== '') this.#json += piece
    // Only in blocks of this type; in others, members of the same name may mean something else.
    else if (this.wire['type'] === 'compaction' && isObject(delta) && delta['type'] === 'compaction_delta')
      this.#members = { ...this.#members, ...delta }
    return []
  }

  stop(): StreamPart[] {
    const { type } = this.wire
    const input = this.#json === '' ? undefined : argumentsObject(this.#json)
    const block = {
      ...this.wire,
      ...this.#members,
      ...(input === undefined ? {} : { input }),
      type: typeof type === 'string' ? type : 'unknown',
    }
    return [{ type: 'opaque', choice: 0, part: this.part, value: opaque(block, '') }]
  }
}

function inputPiece(delta: unknown): string {
  if (!isObject(delta) || delta['type'] !== 'input_json_delta') return ''
  const piece = delta['partial_json']
  return typeof piece === 'string' ? piece : ''
}

function isCitation(value: unknown): value is MessagesCitation {
  return isObject(value) && typeof value['type'] === 'string'
}
