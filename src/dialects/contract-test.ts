import type { OrderCheck } from './stream-order.js'

/** A request of `anywire contract-test`. */
export interface TestRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON; a string is sent unchanged. */
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
  readonly path: (model: string, stream: boolean) => string
  /** The body of a request, with the members of `more` added. */
  readonly body: (model: string, stream: boolean, more: Readonly<Record<string, unknown>>) => unknown
  readonly tool: Readonly<Record<string, unknown>>
  /** Bodies that the server must refuse with 400. */
  readonly invalidBodies: readonly { readonly name: string; readonly body: (model: string) => unknown }[]
  /** Requests to other endpoints than chat. */
  readonly otherRequests: readonly {
    readonly name: string
    readonly schema: string
    readonly document: string
    readonly request: (model: string) => Omit<TestRequest, 'headers'>
  }[]
}

/** The prompt for every dialect. */
export const text = 'Say hello in one word.'
export const parameters = { type: 'object', properties: { city: { type: 'string', description: 'Name of the city.' } }, required: ['city'] }
export const weather = { name: 'read_weather', description: 'Tells the weather of a city.' }
export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })
