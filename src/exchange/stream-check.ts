import { ToolCallArguments } from './tool-call-arguments.js'
import { failedEnd, isCut } from './end-reason.js'
import type { GatewayError } from './error.js'
import { invalidArguments, ToolCallIds } from './reply-check.js'
import type { Finish } from './reply.js'
import type { StreamPart } from './stream-part.js'

type CallEnd = Extract<StreamPart, { type: 'tool-call-end' }>

interface OpenToolCall {
  readonly choice: number
  readonly part: number
  /** `undefined` for free text. */
  readonly args: ToolCallArguments | undefined
  /** The end of a tool call that may be cut, held back until the choice's finish reason is known. */
  end: CallEnd | undefined
}

/** Applies the checks of `checkReply` to the parts of a stream. A problem becomes the stream's `error`. */
export class StreamCheck {
  readonly #ids = new ToolCallIds()
  readonly #calls = new Map<number, OpenToolCall>()
  /** Of `#calls` those of free text that have ended. */
  readonly #endedTexts = new Map<number, CallEnd>()
  #failure: GatewayError | undefined
  #ended = false

  check(parts: readonly StreamPart[]): readonly StreamPart[] {
    if (this.#ended) return []
    if (!parts.some(isChecked)) return parts
    const out: StreamPart[] = []
    for (const part of parts) this.#take(part, out)
    return out
  }

  #take(part: StreamPart, out: StreamPart[]): void {
    if (this.#ended) return
    switch (part.type) {
      case 'tool-call-start':
        this.#endCustomCalls(part.choice, undefined, out)
        this.#calls.set(keyOf(part), {
          choice: part.choice,
          part: part.part,
          args: part.kind === 'function' ? new ToolCallArguments() : undefined,
          end: undefined,
        })
        out.push({ ...part, id: this.#ids.makeUnique(part.id) })
        return
      case 'tool-call-delta': {
        const args = this.#calls.get(keyOf(part))?.args
        const input = args === undefined ? part.input : args.push(part.input)
        if (input === undefined) this.#fail(invalidArguments, out)
        else if (input === part.input) out.push(part)
        else if (input !== '') out.push({ ...part, input })
        return
      }
      case 'tool-call-end':
        this.#endCall(part, out)
        return
      case 'choice-end':
        if (part.finish.reason === 'failed') this.#failure ??= failedEnd(part.finish)
        else if (this.#endChoice(part.choice, part.finish, out)) out.push(part)
        return
      case 'reply-end':
        // The failure is sent only now, since usage may come after the finish reason.
        if (this.#failure !== undefined) this.#fail(this.#failure, out)
        else out.push(part)
        return
      case 'text-start':
      case 'reasoning-start':
      case 'refusal-start':
      case 'media':
      case 'opaque':
        this.#endCustomCalls(part.choice, undefined, out)
        out.push(part)
        return
      default:
        out.push(part)
    }
  }

  #endCall(end: CallEnd, out: StreamPart[]): void {
    const call = this.#calls.get(keyOf(end))
    if (call === undefined) return
    call.end = end
    if (call.args === undefined) this.#endedTexts.set(keyOf(end), end)
    const rest = call.args?.end()
    if (rest === undefined) return
    if (rest !== '') out.push({ type: 'tool-call-delta', choice: end.choice, part: end.part, input: rest })
    out.push(end)
    this.#calls.delete(keyOf(end))
  }

  /** Ends the open tool calls of a choice: as cut where the reply was cut, otherwise with an error. Returns `false` for an error. */
  #endChoice(choice: number, finish: Finish, out: StreamPart[]): boolean {
    const cut = isCut(finish)
    this.#endCustomCalls(choice, cut, out)
    for (const [key, { args, end, ...place }] of this.#calls) {
      if (place.choice !== choice) continue
      if (!cut) {
        this.#fail(invalidArguments, out)
        return false
      }
      const held = args?.held ?? ''
      if (held !== '') out.push({ type: 'tool-call-delta', ...place, input: held })
      out.push({ ...(end ?? { type: 'tool-call-end', ...place }), cut: true })
      this.#calls.delete(key)
    }
    return true
  }

  /** Sends the held-back ends of custom tool calls. `cut` is set at the end of a choice: the last of them is marked as cut. */
  #endCustomCalls(choice: number, cut: boolean | undefined, out: StreamPart[]): void {
    if (this.#endedTexts.size === 0) return
    const texts = [...this.#endedTexts].filter(([, end]) => end.choice === choice)
    for (const [index, [key, end]] of texts.entries()) {
      out.push(cut === true && index === texts.length - 1 ? { ...end, cut } : end)
      this.#endedTexts.delete(key)
      this.#calls.delete(key)
    }
  }

  #fail(error: GatewayError, out: StreamPart[]): void {
    this.#ended = true
    out.push({ type: 'error', error })
  }
}

/** Whether a part is checked. Most parts are deltas of text, which are not. */
function isChecked({ type }: StreamPart): boolean {
  return type !== 'text-delta' && type !== 'reasoning-delta' && type !== 'usage'
}

function keyOf({ choice, part }: { readonly choice: number; readonly part: number }): number {
  return choice * 2 ** 32 + part
}
