import type { Contract } from '../contract/contract.js'
import { SchemaSet, type OpenApiDocument } from '../contract/schema/index.js'
import { atPointer } from '../contract/schema/json-schema.js'
import { defined } from '../json/object.js'
import { escapeStep } from '../json/pointer.js'
import type { Preferences } from './preferences.js'
import type { Prism, PrismReply } from './prism.js'
import type { MatchedRequest } from './request.js'
import { refused } from './whole-answer.js'

/** What Prism is asked for. `accept`: the media type of the reply. */
export interface ExampleChoice extends Pick<Preferences, 'code' | 'dynamic'> {
  readonly example?: string | undefined
  readonly accept: string
}

interface ExamplesOptions {
  readonly contract: Contract
  readonly document: OpenApiDocument
  readonly prism: Prism
}

/** Most attempts at a random reply that fits the contract. */
export const mostAttempts = 100

/** The examples of the contract, and random values of its schemas. */
export class Examples {
  readonly #schemas: SchemaSet

  constructor(private readonly options: ExamplesOptions) {
    this.#schemas = new SchemaSet(options.document)
  }

  /** `undefined`: there is none for the choice. Throws a 400 where the request breaks the contract. Random replies fit the contract. */
  async reply(request: MatchedRequest, body: unknown, choice: ExampleChoice): Promise<PrismReply | undefined> {
    if (!choice.dynamic) return this.#ask(request, body, choice)
    const { path, method } = request.operation
    const pointer = `#/paths/${escapeStep(path)}/${method}/responses/200/content/application~1json/schema`
    const check = atPointer(this.options.document, pointer) === undefined ? undefined : this.#schemas.at(pointer)
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      const reply = await this.#ask(request, body, choice)
      // The generator of random values sometimes makes values that the contract does not allow.
      if (reply !== undefined && (reply.status !== 200 || check?.(reply.body) === undefined)) return reply
    }
    return undefined
  }

  /** The same for another operation that takes the same request. */
  async replyOf(operationId: string, request: MatchedRequest, body: unknown, choice: ExampleChoice): Promise<PrismReply | undefined> {
    const operation = this.options.contract.operation(operationId) ?? request.operation
    return this.reply({ ...request, operation }, body, choice)
  }

  async #ask(request: MatchedRequest, body: unknown, { code, example, dynamic, accept }: ExampleChoice): Promise<PrismReply | undefined> {
    const { operation, parameters, query, headers } = request
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
    const { authorization: _token, ...told } = headers
    const reply = await this.options.prism.reply(
      { operation, path, query, headers: { ...told, accept }, body },
      defined({ dynamic, code, example }),
    )
    // A JSON body has been validated already, by a validator whose errors name the field. Prism reads lists in forms as texts.
    const isChecked = (place: string): boolean => place.startsWith('body') && (typeof body === 'object' || place.endsWith('[]'))
    const problem = reply?.problems.find(({ place }) => !isChecked(place))
    if (problem !== undefined) throw refused(`${problem.place}: ${problem.message}`, problem.place.replace(/^(?:header|query)\//, ''))
    return reply
  }
}
