import type { OpenApiDocument } from '../../contract/schema/index.js'
import type { Dialect, TokenCounting, WireObject } from '../../dialects/dialect.js'
import { clientDialects } from '../../dialects/registry.js'
import type { ReplyContext } from '../../exchange/context.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { Reply } from '../../exchange/reply.js'
import { defined } from '../../json/object.js'
import { NullRemoval } from '../../json/null-removal.js'
import { documentedReply } from '../documented.js'
import type { Script } from '../play.js'
import { composeReply } from './compose.js'
import type { Content } from './limits.js'
import { questionOf, textOfParts, type Question } from './question.js'
import { readRequest, withoutStoredState, type ReadRequest } from './read-request.js'
import { streamScript, type StreamSource } from './stream.js'
import type { StoredResponses } from './stored-responses.js'
import { tokensOfRequest } from './tokens.js'
import type { GatewayError } from '../../exchange/error.js'

export interface ConversationOptions {
  readonly document: OpenApiDocument
  readonly stored: StoredResponses
  readonly newId: (prefix: string) => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** One request of a conversation. */
export interface Asked {
  readonly dialect: Dialect
  readonly wire: WireObject
  readonly model: string
  readonly stream: boolean
  readonly query: URLSearchParams
  readonly requestId: string
  readonly echo: boolean
  /** What a script says in place of the mock's own content. */
  readonly content?: Content
  /** The stream ends with this error. */
  readonly error?: GatewayError
}

/** Answers conversations of all styles. */
export class Conversations {
  readonly #usualTexts = new Map<string, string>()

  constructor(private readonly options: ConversationOptions) {}

  /** What is asked, for scripts. */
  question({ dialect, wire, model, stream }: Asked): Question {
    return questionOf(readRequest(dialect, this.options.stored.continued(dialect, wire), { model, stream }).request)
  }

  /** A whole reply that does what the request asks for. */
  reply(asked: Asked): WireObject {
    const { read, context } = this.#begin(asked)
    const body = asked.dialect.encodeReply(this.#compose(asked, read), context)
    context.onWholeReply?.(body)
    return body
  }

  /** The same reply as a stream. */
  script(asked: Asked): Script {
    const { read, context } = this.#begin(asked)
    return this.#write(asked, context, { reply: this.#compose(asked, read) })
  }

  /** An example of the contract as a stream. */
  exampleScript(asked: Asked, source: StreamSource): Script {
    return this.#write(asked, this.#begin(asked).context, source)
  }

  /** The number of tokens of a request, which a reply to it has in its usage; `undefined`: the operation counts nothing. */
  count(operationId: string, wire: WireObject, model: string): object | undefined {
    const operation = countingOperations.get(operationId)
    if (operation === undefined) return undefined
    const { dialect, counting } = operation
    const { newId, stored } = this.options
    // Members of a request to count may be null.
    const counted = withoutStoredState(dialect, withoutNulls(stored.continued(dialect, wire)))
    return counting.encodeCount(tokensOfRequest(counting.decodeRequest(counted, { ledger: new LossLedger(), model, newId })))
  }

  #begin(asked: Asked): { readonly read: ReadRequest; readonly context: ReplyContext } {
    const { dialect, wire, model, stream } = asked
    const { newId, now, stored } = this.options
    const continued = stored.continued(dialect, wire)
    const read = readRequest(dialect, continued, { model, stream })
    const context = defined<ReplyContext>({
      request: read.request,
      wireRequest: wire,
      upstreamDialect: dialect.name,
      now: Math.floor(now() / 1000),
      newId,
      ledger: read.ledger,
      onWholeReply: stored.keeper(dialect, continued),
    })
    return { read, context }
  }

  #compose({ dialect, echo, content }: Asked, { request, bareText }: ReadRequest): Reply {
    return composeReply(request, defined({ usualText: this.#usualText(dialect), echo, bareText, content, newId: this.options.newId }))
  }

  #write({ dialect, query, requestId, error }: Asked, context: ReplyContext, source: StreamSource): Script {
    return streamScript(defined({ dialect, context, framing: dialect.facts.framing(query), requestId, source, error }))
  }

  /** The text of the contract's first example of a whole reply. */
  #usualText(dialect: Dialect): string {
    const known = this.#usualTexts.get(dialect.name)
    if (known !== undefined) return known
    const { document, newId } = this.options
    const [{ whole }] = dialect.facts.operations
    const [example] = documentedReply(document, whole).replies.values()
    const request = { dialect: dialect.name, model: '', stream: false, turns: [], tools: [], settings: {} }
    const { choices } = dialect.decodeReply(example, { newId, traits: {}, ledger: new LossLedger(), request })
    const text = textOfParts(choices[0]?.parts ?? [])
    this.#usualTexts.set(dialect.name, text)
    return text
  }
}

export interface ConversationOperation {
  readonly dialect: Dialect
  /** The operation with the whole reply. */
  readonly whole: string
}

/** The operations that answer conversations, by their operationIds. */
export const conversationOperations: ReadonlyMap<string, ConversationOperation> = new Map(
  Object.values(clientDialects).flatMap((dialect) =>
    dialect.facts.operations.flatMap(({ whole, streamed }) => [whole, streamed].map((id) => [id, { dialect, whole }] as const)),
  ),
)

const countingOperations: ReadonlyMap<string, { readonly dialect: Dialect; readonly counting: TokenCounting }> = new Map(
  Object.values(clientDialects).flatMap((dialect) => {
    const { counting } = dialect
    return counting === undefined ? [] : counting.operations.map((id) => [id, { dialect, counting }] as const)
  }),
)

/** A copy: earlier turns stay as they are. */
function withoutNulls(wire: WireObject): WireObject {
  const copy = JSON.parse(JSON.stringify(wire)) as WireObject
  const nulls = new NullRemoval(copy)
  while (!nulls.step());
  return copy
}
