import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject } from '../../src/json/object.js'
import type { DocumentName } from './documents.js'
import { Prism } from './prism.js'

/** The kinds of upstream by their path prefix at {@link ContractUpstream}. */
export const upstreamDocuments = {
  openai: 'chat-completions',
  responses: 'responses',
  anthropic: 'messages',
  gemini: 'generate-content',
  cohere: 'cohere-chat',
} as const satisfies Record<string, DocumentName>

export type UpstreamKind = keyof typeof upstreamDocuments
export const upstreamKinds = Object.keys(upstreamDocuments) as UpstreamKind[]

export interface UpstreamRequest {
  readonly kind: UpstreamKind
  readonly url: string
  readonly body: unknown
  /** Prism's problems of the request. */
  readonly problems: readonly string[]
}

/** All providers on one port: each is Prism with our document of its style, and answers with the examples of the document. */
export class ContractUpstream {
  #choice: { status: number; example?: string } = { status: 200 }
  #calls: UpstreamRequest[] = []

  private constructor(
    private readonly prisms: Readonly<Record<UpstreamKind, Prism>>,
    private readonly media: Prism,
    private readonly server: Server,
  ) {}

  static async start(): Promise<ContractUpstream> {
    const entries = await Promise.all(upstreamKinds.map(async (kind) => [kind, await Prism.of(upstreamDocuments[kind])] as const))
    const server = createServer()
    const upstream = new ContractUpstream(Object.fromEntries(entries) as Record<UpstreamKind, Prism>, await Prism.of('media'), server)
    server.on('request', (request, response) => void upstream.answer(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return upstream
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Chooses the reply to the next calls, and forgets the calls so far. */
  answerWith(choice: { status: number; example?: string } = { status: 200 }): void {
    this.#choice = choice
    this.#calls = []
  }

  get calls(): readonly UpstreamRequest[] {
    return this.#calls
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, prefix = '', url = ''] = /^\/([a-z]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const kind = upstreamKinds.find((known) => known === prefix)
    if (kind === undefined) return void response.writeHead(404).end(`no upstream ${prefix}`)
    const type = request.headers['content-type'] ?? ''
    const text = await bodyOf(request, type.startsWith('multipart/') ? 'latin1' : 'utf8')
    const body: unknown = type.startsWith('application/json') ? JSON.parse(text) : text === '' ? undefined : text
    const accept = wantedType(url, body, this.#choice.status)
    const call = { kind, url, body }
    try {
      const prism = isMedia(url) ? this.media : this.prisms[kind]
      const headers = { ...headersOf(request), accept }
      const answer = await prism.mock({ method: request.method ?? '', url, headers, ...(body === undefined ? {} : { body }) }, this.#choice)
      const misplaced = answer.status === this.#choice.status ? [] : [`answered ${answer.status}: ${JSON.stringify(answer.body)}`]
      this.#calls.push({ ...call, problems: [...answer.requestProblems, ...misplaced] })
      response.writeHead(this.#choice.status, { 'content-type': accept, 'x-request-id': 'req_1', 'request-id': 'req_1' })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    } catch (error) {
      this.#calls.push({ ...call, problems: [`Prism: ${String(error)}`] })
      response.writeHead(500).end()
    }
  }
}

/** Body and query decide at providers, the Accept header at Prism. */
function wantedType(url: string, body: unknown, status: number): string {
  if (status !== 200) return 'application/json'
  if (url.includes('alt=sse') || (isObject(body) && body['stream'] === true)) return 'text/event-stream'
  return url.endsWith('/audio/speech') ? 'audio/mpeg' : 'application/json'
}

const isMedia = (url: string) =>
  !url.includes('/chat/') && /\/(completions|embeddings|images|audio|moderations|rerank)\b|mbedContents?\b/.test(url)

async function bodyOf(request: IncomingMessage, encoding: BufferEncoding): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString(encoding)
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]))
}
