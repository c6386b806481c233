import { append } from '../../exchange/append.js'
import { isObject, objectsOf, type JsonObject } from '../../json/object.js'
import { CommandError } from '../command-error.js'

const answerMs = 30_000

interface SendOptions {
  readonly waitMs?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** The API of a gateway at an address, with a key. */
export class PlatformClient {
  constructor(
    readonly address: string,
    private readonly key: string,
  ) {}

  /** The body of a reply. Throws with the gateway's words where it refuses. */
  async ask(method: string, path: string, body?: object, options?: SendOptions): Promise<JsonObject> {
    const reply = await this.send(method, path, body, options)
    const content: unknown = await reply.json().catch(() => undefined)
    if (!isObject(content)) throw new CommandError(`${this.address} answered ${reply.status}, and not as an anywire gateway does`)
    if (!reply.ok) throw new CommandError(problemText(content, reply.status))
    return content
  }

  /** The items of a list, page after page. */
  async all(path: string, query: Readonly<Record<string, string>> = {}): Promise<JsonObject[]> {
    const items: JsonObject[] = []
    let after: unknown
    do {
      const page = await this.ask(
        'GET',
        `${path}?${new URLSearchParams({ ...query, ...(typeof after === 'string' ? { after } : {}) }).toString()}`,
      )
      append(items, objectsOf(page['data']))
      after = page['next']
    } while (typeof after === 'string')
    return items
  }

  async send(method: string, path: string, body?: object, { waitMs = answerMs, headers = {} }: SendOptions = {}): Promise<Response> {
    try {
      return await fetch(this.address + path, {
        method,
        headers: { authorization: `Bearer ${this.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(waitMs),
      })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new CommandError(`no gateway answers at ${this.address} (${why})`, 'start it, or name it with --url', { cause: error })
    }
  }
}

/** What the gateway says of its refusal. */
export function problemText({ title, detail, error }: JsonObject, status: number): string {
  if (typeof detail === 'string') return detail
  if (isObject(error) && typeof error['message'] === 'string') return error['message']
  return typeof title === 'string' ? title : `the gateway answered ${status}`
}
