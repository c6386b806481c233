import type { GeminiContent, GeminiFunctionResponse } from '../../../generated/generate-content/model/index.js'
import { refuse } from '../../exchange/error.js'
import { oneOrMany } from './one-or-many.js'

interface OpenToolCall {
  readonly id: string
  readonly name: string
  answered: boolean
}

/**
 * Finds the call that a result answers: by id where the client gives one, else by name and order. Calls without an id get one that is the
 * same whenever the same history is sent again, so that the upstream's prompt cache still matches.
 */
export class CallPairing {
  readonly #calls: OpenToolCall[] = []
  readonly #given: ReadonlySet<string>

  constructor(contents: readonly GeminiContent[]) {
    this.#given = new Set(contents.flatMap((content) => oneOrMany(content.parts).flatMap((part) => part.functionCall?.id ?? [])))
  }

  /** Notes a call and says its id. */
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

  /** The id of the call that this result answers. `reserved`: ids that other results of the same content name. */
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
