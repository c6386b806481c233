import { objectText } from './tool-call-arguments.js'
import { failedEnd, isCut } from './end-reason.js'
import { GatewayFailure, type GatewayError } from './error.js'
import type { Part, ToolCallPart } from './part.js'
import type { Choice, Finish, Reply } from './reply.js'

/** The error of a reply with the finish reason `malformed-call`, in dialects that have no such reason. */
export const invalidToolCall: GatewayError = { kind: 'upstream_invalid', message: 'The model wrote an invalid tool call.' }

export const invalidArguments: GatewayError = {
  kind: 'upstream_invalid',
  message: 'The model wrote an invalid tool call: its arguments are not a JSON object.',
}

/** Makes the ids of a reply's tool calls unique, since results refer to them. */
export class ToolCallIds {
  readonly #given = new Set<string>()
  /** The number for the next call of an id that came more than once: to count from the beginning each time would take long. */
  readonly #numbers = new Map<string, number>()

  makeUnique(id: string): string {
    let own = id
    if (this.#given.has(id)) {
      let number = this.#numbers.get(id) ?? 2
      do own = `${id}_${number++}`
      while (this.#given.has(own))
      this.#numbers.set(id, number)
    }
    this.#given.add(own)
    return own
  }
}

/**
 * Checks a decoded reply of any dialect: makes the ids of tool calls unique, replaces texts that are not strings by empty ones, and marks the
 * tool call in which the reply was cut. Throws `GatewayFailure` where the provider broke off the reply, or where the arguments of a tool call
 * are not one object. {@link StreamCheck} does the same for streams.
 */
export function checkReply(reply: Reply): Reply {
  if (!reply.choices.some(needsCheck)) return reply
  const ids = new ToolCallIds()
  return { ...reply, choices: reply.choices.map((choice) => checkChoice(choice, ids)) }
}

function needsCheck({ finish, parts }: Choice): boolean {
  return finish.reason === 'failed' || parts.some((part) => part.type === 'tool-call' || lacksText(part))
}

function checkChoice(choice: Choice, ids: ToolCallIds): Choice {
  const { finish, parts } = choice
  if (finish.reason === 'failed') throw new GatewayFailure(failedEnd(finish))
  return {
    ...choice,
    parts: parts.map((part, index): Part => {
      if (part.type === 'tool-call') return checkCall(part, ids, finish, index === parts.length - 1)
      return lacksText(part) ? { ...part, text: '' } : part
    }),
  }
}

/** Whether the text of a part is not a string: decoders do not check the types of wire objects, and some servers send `null`. */
function lacksText(part: Part): part is TextualPart {
  return 'text' in part && typeof (part.text as unknown) !== 'string'
}

type TextualPart = Extract<Part, { readonly text: string }>

function checkCall(call: ToolCallPart, ids: ToolCallIds, finish: Finish, last: boolean): ToolCallPart {
  const named = { ...call, id: ids.makeUnique(call.id) }
  // Free text may be incomplete without any sign of it, so the last part of a reply that was cut counts as cut.
  if (call.kind === 'custom') return last && isCut(finish) ? { ...named, cut: true } : named
  const input = objectText(call.input)
  if (input !== undefined) return { ...named, input }
  if (isCut(finish)) return { ...named, cut: true }
  throw new GatewayFailure(invalidArguments)
}
