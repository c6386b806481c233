import { append } from '../../exchange/append.js'
import { isObject, objectsOf, type JsonObject } from '../../json/object.js'
import type { CommandOptions } from '../command.js'
import { configurationFor } from '../configuration.js'

const answerMs = 30_000

/** The API of the running gateway that the configuration, or `--url` and `--token`, names. */
export class PlatformClient {
  constructor(
    readonly address: string,
    private readonly key: string,
  ) {}

  /** The body of a reply. Throws with the gateway's words where it refuses. */
  async ask(method: string, path: string, body?: object): Promise<JsonObject> {
    const reply = await this.send(method, path, body)
    const content: unknown = await reply.json().catch(() => undefined)
    if (!isObject(content)) throw new Error(`${this.address} answered ${reply.status}, and not as an anywire gateway does`)
    if (!reply.ok) throw new Error(problemText(content, reply.status))
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

  async send(method: string, path: string, body?: object, signal = AbortSignal.timeout(answerMs)): Promise<Response> {
    try {
      return await fetch(this.address + path, {
        method,
        headers: { authorization: `Bearer ${this.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal,
      })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`no gateway answers at ${this.address} (${why}): start it, or name it with --url`, { cause: error })
    }
  }
}

/** What the gateway says of its refusal. */
export function problemText({ title, detail, error }: JsonObject, status: number): string {
  if (typeof detail === 'string') return detail
  if (isObject(error) && typeof error['message'] === 'string') return error['message']
  return typeof title === 'string' ? title : `the gateway answered ${status}`
}

/** For the admin API: `--token`, else ANYWIRE_ADMIN_KEY, else the configuration's `admin.key`. */
export function adminClient(options: CommandOptions): PlatformClient {
  const configuration = configurationFor(options, true)
  const key = options.token ?? process.env['ANYWIRE_ADMIN_KEY'] ?? configuration.admin.key
  if (key === undefined || key === '')
    throw new Error('there is no key for the admin API: set admin.key in the configuration, ANYWIRE_ADMIN_KEY, or --token')
  return new PlatformClient(addressOf(options, configuration.server), key)
}

/** For the model endpoints: `--token`, else ANYWIRE_TOKEN, else the configuration's first token. */
export function tokenClient(options: CommandOptions): PlatformClient {
  const { server, tokens } = configurationFor(options, true)
  const key = options.token ?? process.env['ANYWIRE_TOKEN'] ?? tokens[0]?.key
  if (key === undefined || key === '') throw new Error('there is no token: name one with --token or ANYWIRE_TOKEN')
  return new PlatformClient(addressOf(options, server), key)
}

interface Listening {
  readonly host: string
  readonly port: number
  readonly base_path: string
  readonly public_url?: string
}

function addressOf({ url }: CommandOptions, { host, port, base_path: base, public_url: published }: Listening): string {
  if (url !== undefined) return url.replace(/\/+$/, '')
  if (published !== undefined && port === 0) return published
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${base}`
}
