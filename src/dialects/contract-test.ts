import type { OrderCheck } from './stream-order.js'

/** A request of `anywire contract-test`. */
export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON; a string and a form are sent unchanged. */
  readonly body?: unknown
}

/** What `anywire contract-test` sends to a server of a dialect, and the schemas of the replies. */
export interface DialectTest {
  /** The dialect's document in `openapi/`, and the names of its schemas. */
  readonly document: string
  readonly reply: string
  readonly event: string
  readonly error: string
  readonly order: OrderCheck
  readonly credential: (token: string) => Readonly<Record<string, string>>
  /** Headers beside the credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly path: (model: string, stream: boolean, framing?: 'sse' | 'json-array') => string
  /** The body of a request, with the members of `more` added. */
  readonly body: (model: string, stream: boolean, more: Readonly<Record<string, unknown>>) => object
  readonly tools: ToolMembers
  /** Members that end the answer after a few tokens. */
  readonly limit: { readonly most: number; readonly more: Readonly<Record<string, unknown>> }
  /** Streams that are requested in another way than by `path` and `body` alone. */
  readonly otherStreams: readonly {
    readonly name: string
    readonly more: Readonly<Record<string, unknown>>
    readonly framing: 'sse' | 'json-array'
  }[]
  /** Bodies that the server must refuse with 400. */
  readonly invalidBodies: readonly { readonly name: string; readonly body: (model: string) => unknown }[]
  /** The list of models: its path, and the schemas of the list and of one model in `openapi/models.yaml`. */
  readonly models: { readonly path: string; readonly list: string; readonly one: string }
  /** The endpoint that counts the tokens of a prompt, with the member of its reply. */
  readonly tokenCount?: {
    readonly schema: string
    readonly member: string
    readonly path: (model: string) => string
    readonly body: (model: string, text: string) => unknown
  }
}

/** Members of a request with tools. */
export interface ToolMembers {
  /** The names of the declared tools. */
  readonly names: readonly [string, string]
  /** Demands a call of any of them. */
  readonly required: Readonly<Record<string, unknown>>
  /** Demands a call of the second. */
  readonly named: Readonly<Record<string, unknown>>
  /** Forbids calls. */
  readonly none: Readonly<Record<string, unknown>>
}

/** The prompt for every dialect. */
export const text = 'Say hello in one word.'
/** The prompt for an answer that is longer than its limit. */
export const longText = 'Count from one to two hundred in words.'
export const parameters = { type: 'object', properties: { city: { type: 'string', description: 'Name of the city.' } }, required: ['city'] }
export const weather = { name: 'read_weather', description: 'Tells the weather of a city.' }
export const time = { name: 'read_time', description: 'Tells the time in a city.' }
export const toolNames = [weather.name, time.name] as const
export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
