import { EventStream } from './event-stream.js'
import type * as types from './generated/api.js'
import { Plain, posted, rules, Streamed } from './styles.js'
import { Transport, type AnywireOptions, type RequestOptions } from './transport.js'

/** The gateway, with the operations that most programs use; `anywire-client/operations` has all. */
export class Anywire {
  readonly transport: Transport
  readonly chatCompletions: Streamed<types.ChatCompletionRequest, types.ChatCompletion, types.ChatCompletionChunk>
  readonly messages: Streamed<types.MessagesRequest, types.MessagesMessage, types.MessagesStreamEvent>
  readonly responses: Streamed<types.ResponsesCreateRequest, types.ResponsesResponse, types.ResponsesStreamEvent>
  readonly completions: Streamed<types.CompletionRequest, types.Completion, types.CompletionChunk>
  readonly content: Content
  readonly embeddings: Plain<types.EmbeddingRequest, types.EmbeddingList>
  readonly rerank: Plain<types.RerankRequest, types.RerankReply>
  readonly moderations: Plain<types.ModerationRequest, types.ModerationReply>

  constructor(options: AnywireOptions = {}) {
    const transport = new Transport(options)
    this.transport = transport
    this.chatCompletions = new Streamed(transport, '/v1/chat/completions', rules.chat)
    this.messages = new Streamed(transport, '/v1/messages', rules.messages, { 'anthropic-version': '2023-06-01' })
    this.responses = new Streamed(transport, '/v1/responses', rules.responses)
    this.completions = new Streamed(transport, '/v1/completions', rules.chat)
    this.content = new Content(transport)
    this.embeddings = new Plain(transport, '/v1/embeddings')
    this.rerank = new Plain(transport, '/v1/rerank')
    this.moderations = new Plain(transport, '/v1/moderations')
  }

  /** The models that the token may use. */
  async models(options?: RequestOptions): Promise<readonly types.ModelsOpenAIModel[]> {
    const list = await this.transport.json<types.ModelsOpenAIList>({ method: 'GET', path: '/v1/models' }, options)
    return list.data
  }
}

/** Generate content: the model is named beside the request. */
class Content {
  constructor(private readonly transport: Transport) {}

  generate(
    model: string,
    request: types.GeminiGenerateContentRequest,
    options?: RequestOptions,
  ): Promise<types.GeminiGenerateContentResponse> {
    return this.transport.json(posted(`${place(model)}:generateContent`, request), options)
  }

  async stream(
    model: string,
    request: types.GeminiGenerateContentRequest,
    options?: RequestOptions,
  ): Promise<EventStream<types.GeminiGenerateContentResponse>> {
    const call = posted(`${place(model)}:streamGenerateContent?alt=sse`, request)
    return new EventStream(await this.transport.open(call, options), rules.content)
  }
}

const place = (model: string): string => `/v1beta/models/${encodeURIComponent(model)}`
