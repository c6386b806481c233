import { setTimeout as pause } from 'node:timers/promises'
import type { Contract } from '../contract/contract.js'
import { factsOf } from '../contract/error-format.js'
import type { OpenApiDocument } from '../contract/schema/index.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import { defined, isObject } from '../json/object.js'
import { conversationOperations, Conversations, type Asked } from './conversation/conversations.js'
import type { Content } from './conversation/limits.js'
import { StoredResponses } from './conversation/stored-responses.js'
import { mockFailure } from './conversation/stream.js'
import { documentedReply } from './documented.js'
import { Examples, mostAttempts } from './examples.js'
import { readIncoming, type Incoming } from './incoming.js'
import { mediaAnswerOf } from './media/answers.js'
import type { Script } from './play.js'
import type { Preferences } from './preferences.js'
import type { Prism, PrismReply } from './prism.js'
import type { MatchedRequest } from './request.js'
import { addressOf, type PublishedFiles } from './published.js'
import { contentOfReply, errorOfScript, playedBy } from './script/content.js'
import type { AnswerScript, MatchedQuestion, ScriptedAnswer } from './script/script.js'
import { storedAnswer } from './stored-answer.js'
import { errorOfStatus, jsonAnswer, notDocumented, plainScript, unknownExample, type MockAnswer, type WholeAnswer } from './whole-answer.js'

export interface MockOptions {
  readonly contract: Contract
  readonly document: OpenApiDocument
  readonly prism: Prism
  readonly newId: (prefix: string) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Scripted answers; absent: there are none. */
  readonly answers?: AnswerScript
  /** Absent: documents and the reference page are the contract's short examples. */
  readonly files?: PublishedFiles
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
    if (code !== undefined && code >= 300) return { whole: errorOfStatus(request, code) }
    if (preferences.example === undefined && !preferences.dynamic) {
      const scripted = this.options.answers?.take(this.#matched(incoming, preferences))
      const own = scripted === undefined ? this.#own(incoming, preferences) : await this.#scripted(incoming, scripted, preferences)
      if (own !== undefined) return own
    }
    return stream ? { script: await this.#exampleScript(incoming, preferences) } : { whole: wholeExample(incoming, example, preferences) }
  }

  /** An answer that does what the request asks for; `undefined` for operations that are answered with examples alone. */
  #own(incoming: Incoming, preferences: Preferences, content?: Content): MockAnswer | undefined {
    const { request, wire, form, model, stream } = incoming
    const asked = asConversation(incoming, preferences, content)
    if (asked !== undefined)
      return stream ? { script: this.#conversations.script(asked) } : { whole: jsonAnswer(this.#conversations.reply(asked)) }
    const { newId, now } = this.options
    const { operationId } = request.operation
    const counted = this.#conversations.count(operationId, wire, model)
    if (counted !== undefined) return { whole: jsonAnswer(counted) }
    const file = this.options.files?.(request, addressOf(request))
    if (file !== undefined) return { whole: file }
    const error = failureOf(preferences)
    return (
      mediaAnswerOf(operationId, { wire, form, model, stream, request, newId, now: Math.floor(now() / 1000), error }) ??
      storedAnswer(this.#stored, request, stream)
    )
  }

  #matched(incoming: Incoming, preferences: Preferences): MatchedQuestion {
    const { request, model, stream } = incoming
    const asked = asConversation(incoming, preferences)
    const of = { path: request.path, model, stream }
    if (asked === undefined) return of
    const { text, results, answers } = this.#conversations.question(asked)
    return { ...of, text, answers, toolResults: results.map(({ name }) => name) }
  }

  /** Throws the error that the script has in place of an answer. */
  async #scripted(incoming: Incoming, answer: ScriptedAnswer, preferences: Preferences): Promise<MockAnswer | undefined> {
    if (answer.delay_ms !== undefined) await pause(answer.delay_ms)
    const { error, body, reply } = answer
    if (error !== undefined && (error.after === undefined || !incoming.stream)) throw new GatewayFailure(errorOfScript(error))
    if (body !== undefined || answer.status !== undefined) return { whole: { ...jsonAnswer(body ?? {}), status: answer.status ?? 200 } }
    const played = playedBy(answer, preferences)
    const content = reply === undefined ? undefined : contentOfReply(reply, this.options.newId)
    const own = this.#own(incoming, played, content)
    return own !== undefined && 'script' in own ? { ...own, preferences: played } : own
  }

  async #exampleScript(incoming: Incoming, preferences: Preferences): Promise<Script> {
    const { request, body } = incoming
    const { operationId } = request.operation
    const { streams } = documentedReply(this.options.document, operationId)
    const { example, dynamic } = preferences
    const stream = dynamic ? undefined : example === undefined ? [...streams.values()][0] : streams.get(example)
    const asked = asConversation(incoming, preferences)
    if (asked === undefined) {
      if (stream === undefined) throw unknownExample(example, streams.keys())
      return plainScript(request, stream, failureOf(preferences))
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

/** `undefined`: the operation is not a conversation. */
function asConversation({ request, wire, model, stream }: Incoming, preferences: Preferences, content?: Content): Asked | undefined {
  const { operation, query, id: requestId } = request
  const { echo } = preferences
  const dialect = conversationOperations.get(operation.operationId)?.dialect
  if (dialect === undefined) return undefined
  return defined<Asked>({ dialect, wire, model, stream, query, requestId, echo, content, error: failureOf(preferences) })
}

function failureOf({ error, errorMessage }: Preferences): GatewayError | undefined {
  return error === undefined ? undefined : mockFailure(error, errorMessage)
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
  return factsOf(errorFormat).family
}
