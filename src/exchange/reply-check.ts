import { objectText } from './call-arguments.js'
import { failedEnd, isCut } from './end-reason.js'
import { GatewayFailure, type GatewayError } from './error.js'
import type { Part, ToolCallPart } from './part.js'
import type { Choice, Finish, Reply } from './reply.js'

export const brokenCall: GatewayError = { kind: 'upstream_invalid', message: 'The model wrote a tool call that cannot be used.' }

/** Gives every call of a reply an id of its own: later turns are told apart by nothing else. */
export class CallIds {
  readonly #given = new Set<string>()

  give(id: string): string {
    let own = id
    for (let number = 2; this.#given.has(own); number++) own = `${id}_${number}`
    this.#given.add(own)
    return own
  }
}

/**
 * What holds of a reply whichever style it came in and goes out in: it ended by itself, its calls have ids of their own and arguments
 * that are one object, and a call in which it was cut says so. Throws `GatewayFailure` for a reply that cannot be used.
 * {@link StreamCheck} is the same for streams.
 */
export function checkReply(reply: Reply): Reply {
  const ids = new CallIds()
  const choices = reply.choices.map((choice): Choice => {
    const { finish, parts } = choice
    if (finish.reason === 'failed') throw new GatewayFailure(failedEnd(finish))
    if (!parts.some(({ type }) => type === 'tool-call')) return choice
    return {
      ...choice,
      parts: parts.map((part, index): Part =>
        part.type === 'tool-call' ? checkCall(part, ids, finish, index === parts.length - 1) : part,
      ),
    }
  })
  return { ...reply, choices }
}

function checkCall(call: ToolCallPart, ids: CallIds, finish: Finish, last: boolean): ToolCallPart {
  const named = { ...call, id: ids.give(call.id) }
  // Of a free text nobody can see whether it is whole.
  if (call.kind === 'custom') return last && isCut(finish) ? { ...named, cut: true } : named
  const input = objectText(call.input)
  if (input !== undefined) return { ...named, input }
  if (isCut(finish)) return { ...named, cut: true }
  throw new GatewayFailure(brokenCall)
}
