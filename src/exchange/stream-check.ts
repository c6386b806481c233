import { CallArguments } from './call-arguments.js'
import { failedEnd, isCut } from './end-reason.js'
import type { GatewayError } from './error.js'
import { brokenCall, CallIds } from './reply-check.js'
import type { Finish } from './reply.js'
import type { StreamPart } from './stream-part.js'

type CallEnd = Extract<StreamPart, { type: 'tool-call-end' }>

interface OpenCall {
  readonly choice: number
  readonly part: number
  /** `undefined` for free text. */
  readonly args: CallArguments | undefined
  /** Held back until it is known whether the reply was cut in this tool call. */
  end: CallEnd | undefined
}

/** Applies the checks of `checkReply` to the parts of a stream. A problem becomes the stream's `error`. */
export class StreamCheck {
  readonly #ids = new CallIds()
  readonly #calls = new Map<number, OpenCall>()
  #failure: GatewayError | undefined
  #ended = false

  check(parts: readonly StreamPart[]): readonly StreamPart[] {
    if (this.#ended) return []
    if (!parts.some(concerns)) return parts
    const out: StreamPart[] = []
    for (const part of parts) this.#take(part, out)
    return out
  }

  #take(part: StreamPart, out: StreamPart[]): void {
    if (this.#ended) return
    switch (part.type) {
      case 'tool-call-start':
        this.#settleTexts(part.choice, undefined, out)
        this.#calls.set(keyOf(part), {
          choice: part.choice,
          part: part.part,
          args: part.kind === 'function' ? new CallArguments() : undefined,
          end: undefined,
        })
        out.push({ ...part, id: this.#ids.give(part.id) })
        return
      case 'tool-call-delta': {
        const args = this.#calls.get(keyOf(part))?.args
        const input = args === undefined ? part.input : args.push(part.input)
        if (input === undefined) this.#fail(brokenCall, out)
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
        // The usage may come after the reason.
        if (this.#failure !== undefined) this.#fail(this.#failure, out)
        else out.push(part)
        return
      case 'text-start':
      case 'reasoning-start':
      case 'refusal-start':
      case 'media':
      case 'opaque':
        this.#settleTexts(part.choice, undefined, out)
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
    const rest = call.args?.end()
    if (rest === undefined) return
    if (rest !== '') out.push({ type: 'tool-call-delta', choice: end.choice, part: end.part, input: rest })
    out.push(end)
    this.#calls.delete(keyOf(end))
  }

  /** The choice ends: what is withheld, or was never ended, was cut, or is broken; `false` for that. */
  #endChoice(choice: number, finish: Finish, out: StreamPart[]): boolean {
    const cut = isCut(finish)
    this.#settleTexts(choice, cut, out)
    for (const [key, { args, end, ...place }] of this.#calls) {
      if (place.choice !== choice) continue
      if (!cut) {
        this.#fail(brokenCall, out)
        return false
      }
      const held = args?.held ?? ''
      if (held !== '') out.push({ type: 'tool-call-delta', ...place, input: held })
      out.push({ ...(end ?? { type: 'tool-call-end', ...place }), cut: true })
      this.#calls.delete(key)
    }
    return true
  }

  /** Ends calls with free text. `cut` is given where nothing more comes: it is the last one in which the reply was cut. */
  #settleTexts(choice: number, cut: boolean | undefined, out: StreamPart[]): void {
    const texts = [...this.#calls].filter(([, { args, end }]) => args === undefined && end?.choice === choice)
    for (const [index, [key, { end }]] of texts.entries()) {
      if (end === undefined) continue
      out.push(cut === true && index === texts.length - 1 ? { ...end, cut } : end)
      this.#calls.delete(key)
    }
  }

  #fail(error: GatewayError, out: StreamPart[]): void {
    this.#ended = true
    out.push({ type: 'error', error })
  }
}

/** Whether a part is checked; most parts are pieces of text, which are not. */
function concerns({ type }: StreamPart): boolean {
  return type !== 'text-delta' && type !== 'reasoning-delta' && type !== 'usage'
}

function keyOf({ choice, part }: { readonly choice: number; readonly part: number }): number {
  return choice * 2 ** 32 + part
}
