import { chatCompletionsDialect } from '../../dialects/chat-completions/index.js'
import { upstreamDialects } from '../../dialects/registry.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { Endpoint, Provider } from '../../providers/provider.js'
import { applyChanges } from './request-changes.js'

/** A request as small as it can be, without credentials. */
export interface SmallRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request of one token to this model, or of one embedding where it has no chat; `undefined` where it has neither. */
export function oneTokenRequest(provider: Provider, model: string, newId: (prefix: string) => string): SmallRequest | undefined {
  const [dialect] = provider.dialectsFor(model)
  const endpoint: Endpoint | undefined =
    dialect !== undefined
      ? { type: 'conversation', dialect, model, stream: false }
      : plainEmbeddings.has(provider.mediaFor(model).embeddings ?? '')
        ? { type: 'media', endpoint: 'embeddings', model, stream: false }
        : undefined
  const address = endpoint === undefined ? undefined : provider.kind.address(endpoint, provider.settings)
  if (endpoint === undefined || address === undefined) return undefined
  const version = dialect === undefined ? undefined : upstreamDialects[dialect].facts.version
  const headers = { 'content-type': 'application/json', ...(version === undefined ? {} : { [version.name]: version.own }) }
  const wire = endpoint.type === 'conversation' ? chatOf(provider, endpoint, newId) : { model, input: ['.'] }
  const changed = applyChanges(provider.kind.requestChanges?.(endpoint) ?? {}, { headers, body: JSON.stringify(wire) })
  return {
    method: address.method,
    url: provider.origin + provider.basePath + address.path,
    headers: { ...changed.headers, ...provider.settings.headers },
    body: String(changed.body),
  }
}

/** Formats that take a list of texts in `input`. */
const plainEmbeddings: ReadonlySet<string> = new Set(['openai', 'mistral', 'voyage', 'jina'])

function chatOf(
  provider: Provider,
  { dialect, model }: Extract<Endpoint, { type: 'conversation' }>,
  newId: (prefix: string) => string,
): object {
  const ledger = new LossLedger()
  const wire = { model, messages: [{ role: 'user', content: '.' }], max_completion_tokens: 1 }
  const conversation = chatCompletionsDialect.decodeRequest(wire, { ledger, model, stream: false })
  return upstreamDialects[dialect].encodeRequest(conversation, { model, traits: provider.traitsFor(model, dialect), ledger, newId })
}
