import type { Contract } from '../contract/contract.js'
import { factsOf } from '../contract/error-format.js'
import type { OpenApiDocument } from '../contract/schema/index.js'
import { defined, isObject } from '../json/object.js'
import { conversationOperations, Conversations, type Asked } from './conversation/conversations.js'
import { StoredResponses } from './conversation/stored-responses.js'
import { documentedReply } from './documented.js'
import { Examples, mostAttempts } from './examples.js'
import { readIncoming, type Incoming } from './incoming.js'
import { mediaAnswerOf } from './media/answers.js'
import type { Script } from './play.js'
import type { Preferences } from './preferences.js'
import type { Prism, PrismReply } from './prism.js'
import type { MatchedRequest } from './request.js'
import { storedAnswer } from './stored-answer.js'
import { errorOfStatus, jsonAnswer, notDocumented, plainScript, unknownExample, type MockAnswer, type WholeAnswer } from './whole-answer.js'

export interface MockOptions {
  readonly contract: Contract
  readonly document: OpenApiDocument
  readonly prism: Prism
  readonly newId: (prefix: string) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Chooses the answer to a request. Throws `GatewayFailure`. */
export class Mock {
  readonly #examples: Examples
  readonly #stored = new StoredResponses()
  readonly #conversations: Conversations

  constructor(private readonly options: MockOptions) {
    this.#examples = new Examples(options)
    this.#conversations = new Conversations({ ...options, stored: this.#stored })
  }

  async answer(request: MatchedRequest, preferences: Preferences): Promise<MockAnswer> {
    const incoming = readIncoming(request)
    const { body, stream, type } = incoming
    const choice = { ...preferences, example: preferences.example ?? usualExample(request), accept: type }
    // Asked for its checks of headers and parameters too, whatever the answer will be.
    const example = await this.#examples.reply(request, body, stream ? { ...choice, example: undefined, dynamic: false } : choice)
    const { code } = preferences
    if (code !== undefined && code >= 300)
      return { whole: errorOfStatus(request, code, example?.status === code ? example.body : undefined) }
    const own = preferences.example === undefined && !preferences.dynamic ? this.#own(incoming, preferences) : undefined
    if (own !== undefined) return own
    return stream ? { script: await this.#exampleScript(incoming, preferences) } : { whole: wholeExample(incoming, example, preferences) }
  }

  /** An answer that does what the request asks for; `undefined` for operations that are answered with examples alone. */
  #own(incoming: Incoming, preferences: Preferences): MockAnswer | undefined {
    const { request, wire, form, model, stream } = incoming
    const asked = asConversation(incoming, preferences)
    if (asked !== undefined)
      return stream ? { script: this.#conversations.script(asked) } : { whole: jsonAnswer(this.#conversations.reply(asked)) }
    const { newId, now } = this.options
    const { operationId } = request.operation
    const counted = this.#conversations.count(operationId, wire, model)
    if (counted !== undefined) return { whole: jsonAnswer(counted) }
    return (
      mediaAnswerOf(operationId, { wire, form, model, stream, request, newId, now: Math.floor(now() / 1000), error: preferences.error }) ??
      storedAnswer(this.#stored, request, stream)
    )
  }

  async #exampleScript(incoming: Incoming, preferences: Preferences): Promise<Script> {
    const { request, body } = incoming
    const { operationId } = request.operation
    const { streams } = documentedReply(this.options.document, operationId)
    const { example, dynamic, error } = preferences
    const stream = dynamic ? undefined : example === undefined ? [...streams.values()][0] : streams.get(example)
    const asked = asConversation(incoming, preferences)
    if (asked === undefined) {
      if (stream === undefined) throw unknownExample(example, streams.keys())
      return plainScript(request, stream, error)
    }
    if (stream !== undefined) return this.#conversations.exampleScript(asked, { stream })
    const whole = conversationOperations.get(operationId)?.whole ?? operationId
    for (let attempt = 1; ; attempt += 1) {
      const reply = await this.#examples.replyOf(whole, request, body, { ...preferences, accept: 'application/json' })
      if (reply?.status !== 200) throw unknownExample(example, streams.keys())
      try {
        return this.#conversations.exampleScript(asked, { wire: reply.body })
      } catch (failure) {
        // Random values may be inconsistent in ways that a schema cannot express.
        if (!dynamic || attempt >= mostAttempts) throw failure
      }
    }
  }
}

/** `undefined`: the operation is no conversation. */
function asConversation({ request, wire, model, stream }: Incoming, { echo, error }: Preferences): Asked | undefined {
  const { operation, query, id } = request
  const dialect = conversationOperations.get(operation.operationId)?.dialect
  return dialect === undefined ? undefined : defined<Asked>({ dialect, wire, model, stream, query, requestId: id, echo, error })
}

function wholeExample({ model }: Incoming, reply: PrismReply | undefined, { example, code }: Preferences): WholeAnswer {
  if (reply === undefined || reply.status >= 300) {
    if (reply?.status === 404 || reply === undefined) throw example === undefined ? notDocumented(code ?? 200) : unknownExample(example, [])
    throw notDocumented(reply.status)
  }
  const contentType = Object.entries(reply.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  if (reply.body === undefined) return { status: reply.status, headers: {}, body: '' }
  const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(withModel(reply.body, model))
  return { status: reply.status, headers: { 'content-type': contentType ?? 'application/json' }, body }
}

/** Puts the requested model into a reply. */
function withModel(reply: unknown, model: string): unknown {
  if (!isObject(reply) || model === '') return reply
  if ('model' in reply) return { ...reply, model }
  return 'modelVersion' in reply ? { ...reply, modelVersion: model } : reply
}

/** The example of a list of models in the format that the caller's library reads. */
function usualExample({ operation, errorFormat }: MatchedRequest): string | undefined {
  if (operation.operationId !== 'listModels' && operation.operationId !== 'getModel') return undefined
  return factsOf(errorFormat).modelLists
}
