import { objectText } from './call-arguments.js'
import { failedEnd, isCut } from './end-reason.js'
import { GatewayFailure, type GatewayError } from './error.js'
import type { Part, ToolCallPart } from './part.js'
import type { Choice, Finish, Reply } from './reply.js'

export const brokenCall: GatewayError = { kind: 'upstream_invalid', message: 'The model wrote a tool call that cannot be used.' }

/** Makes the ids of a reply's tool calls unique: results refer to them. */
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
 * Checks a reply of any dialect: it has a normal end, tool calls with unique ids and with arguments that are one object, and a tool call in
 * which it was cut is marked. Throws `GatewayFailure` for a reply that cannot be used.
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
  // Free text does not show whether it is complete.
  if (call.kind === 'custom') return last && isCut(finish) ? { ...named, cut: true } : named
  const input = objectText(call.input)
  if (input !== undefined) return { ...named, input }
  if (isCut(finish)) return { ...named, cut: true }
  throw new GatewayFailure(brokenCall)
}
