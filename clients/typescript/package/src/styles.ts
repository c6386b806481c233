import { EventStream, type StreamRules } from './event-stream.js'
import type { HasText } from './text.js'
import type { RequestOptions, Transport } from './transport.js'
import { isObject } from './values.js'

const hasType =
  (...types: readonly string[]) =>
  (event: unknown): boolean =>
    isObject(event) && typeof event.type === 'string' && types.includes(event.type)
const hasError = (event: unknown): boolean => isObject(event) && isObject(event.error)

export const rules = {
  chat: { last: (event) => event === '[DONE]', failed: hasError },
  messages: { last: hasType('message_stop'), failed: hasType('error') },
  responses: { last: hasType('response.completed', 'response.incomplete'), failed: hasType('error', 'response.failed') },
  content: { last: undefined, failed: hasError },
} as const satisfies Record<string, StreamRules>

/** An operation whose request says with `stream` whether its reply comes in events. */
export class Streamed<Request extends object, Reply, Event extends HasText> {
  constructor(
    private readonly transport: Transport,
    private readonly path: string,
    private readonly rules: StreamRules,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  create(request: Omit<Request, 'stream'>, options?: RequestOptions): Promise<Reply> {
    return this.transport.json(posted(this.path, { ...request, stream: false }, this.headers), options)
  }

  async stream(request: Omit<Request, 'stream'>, options?: RequestOptions): Promise<EventStream<Event>> {
    return new EventStream(await this.transport.open(posted(this.path, { ...request, stream: true }, this.headers), options), this.rules)
  }
}

/** An operation with one plain reply. */
export class Plain<Request extends object, Reply> {
  constructor(
    private readonly transport: Transport,
    private readonly path: string,
  ) {}

  create(request: Request, options?: RequestOptions): Promise<Reply> {
    return this.transport.json(posted(this.path, request), options)
  }
}

export function posted(path: string, request: object, headers: Readonly<Record<string, string>> = {}) {
  return { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(request) }
}
