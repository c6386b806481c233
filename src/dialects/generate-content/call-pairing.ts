import type { GeminiContent, GeminiFunctionResponse } from '../../../generated/generate-content/model/index.js'
import { refuse } from '../../exchange/error.js'
import { oneOrMany } from './one-or-many.js'

interface OpenToolCall {
  readonly id: string
  readonly name: string
  answered: boolean
}

/**
 * Finds the tool call that a result belongs to: by id where the client gives one, else by name and order. Tool calls without an id get
 * one that depends on the history alone, so that the provider's prompt cache still matches when the history is sent again.
 */
export class CallPairing {
  readonly #calls: OpenToolCall[] = []
  /** The ids that the client gave. */
  readonly #given: ReadonlySet<string>

  constructor(contents: readonly GeminiContent[]) {
    this.#given = new Set(contents.flatMap((content) => oneOrMany(content.parts).flatMap((part) => part.functionCall?.id ?? [])))
  }

  /** Registers a tool call; returns its id. */
  call(name: string, id: string | undefined): string {
    const known = id !== undefined && id !== '' ? id : this.#nextId()
    this.#calls.push({ id: known, name, answered: false })
    return known
  }

  #nextId(): string {
    let number = this.#calls.length + 1
    while (this.#given.has(`gcall_${number}`)) number += this.#given.size + 1
    return `gcall_${number}`
  }

  /** The id of the tool call that this result belongs to. `reserved`: ids that results of the same content name. Throws a 400 where there is none. */
  answer(response: GeminiFunctionResponse, reserved: ReadonlySet<string>, at: string): string {
    const { id, name } = response
    const named = id === undefined || id === '' ? undefined : this.#calls.findLast((call) => call.id === id)
    const open = this.#calls.filter((call) => !call.answered && !reserved.has(call.id))
    const found = named ?? open.find((call) => call.name === name) ?? open[0]
    if (found === undefined) throw refuse(at, `The functionResponse ${JSON.stringify(name)} answers no functionCall before it.`)
    found.answered = true
    return found.id
  }
}
