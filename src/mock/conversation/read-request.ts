import type { Dialect, WireObject } from '../../dialects/dialect.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { ConversationRequest } from '../../exchange/request.js'
import { isObject } from '../../json/object.js'

/** Members for state that is stored at a provider, which the exchange refuses; for the mock they change nothing. */
const storedState: Readonly<Partial<Record<ChatDialect, readonly string[]>>> = {
  responses: ['conversation', 'prompt'],
  'generate-content': ['cachedContent'],
}

export interface ReadRequest {
  readonly request: ConversationRequest
  readonly ledger: LossLedger
  /** The answer is a value of the schema as bare text (`text/x.enum`). */
  readonly bareText: boolean
}

export function readRequest(dialect: Dialect, wire: WireObject, asked: { readonly model: string; readonly stream: boolean }): ReadRequest {
  const ledger = new LossLedger()
  const without = new Set(storedState[dialect.name])
  const kept = Object.fromEntries(Object.entries(wire).filter(([name]) => !without.has(name)))
  const config = kept['generationConfig']
  const bareText = dialect.name === 'generate-content' && isObject(config) && config['responseMimeType'] === 'text/x.enum'
  const body = bareText ? { ...kept, generationConfig: { ...config, responseMimeType: 'application/json' } } : kept
  return { request: dialect.decodeRequest(body, { ledger, ...asked }), ledger, bareText }
}
