import type { ConfiguredProvider } from './configuration.js'

export interface ListOptions {
  readonly fetch: (
    url: string,
    options: { readonly headers: Record<string, string>; readonly signal: AbortSignal; readonly redirect: 'manual' },
  ) => Promise<ListReply>
}

interface ListReply {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array> | null
}

export interface ModelList {
  readonly models?: readonly string[]
  /** Why there is no list; no secret in it. */
  readonly problem?: string
}

const longestList = 2_000_000

/** Asks a provider which models it has, in its own way. Never throws. */
export async function listModels(provider: ConfiguredProvider, timeoutMs: number, { fetch }: ListOptions): Promise<ModelList> {
  const { path, headers } = requestFor(provider)
  try {
    const reply = await fetch(`${provider.base_url ?? ''}${path}`, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' })
    const text = await bounded(reply.body)
    if (reply.status === 401 || reply.status === 403) return { problem: 'the key was refused' }
    if (reply.status !== 200) return { problem: `status ${reply.status}` }
    if (text === undefined) return { problem: 'the list is too long' }
    const models = namesIn(JSON.parse(text))
    return models === undefined ? { problem: 'the answer is not a list of models' } : { models }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'the answer is not a list of models' }
    return { problem: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection' }
  }
}

/** `undefined`: it is too long. No more than that is read. */
async function bounded(body: ListReply['body']): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > longestList) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function requestFor({ kind, api_key: key }: ConfiguredProvider): { readonly path: string; readonly headers: Record<string, string> } {
  switch (kind) {
    case 'anthropic':
      return {
        path: '/v1/models?limit=1000',
        headers: { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) },
      }
    case 'gemini':
      return { path: '/v1beta/models?pageSize=1000', headers: key === undefined ? {} : { 'x-goog-api-key': key } }
    case 'cohere':
      return { path: '/v1/models?page_size=1000', headers: bearer(key) }
    default:
      return { path: '/models', headers: bearer(key) }
  }
}

function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

/** OpenAI and Anthropic: `data[].id`; Gemini: `models[].name` with `models/` before it; Cohere: `models[].name`. */
function namesIn(content: unknown): string[] | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  const list: unknown = 'data' in content ? content.data : 'models' in content ? content.models : undefined
  if (!Array.isArray(list)) return undefined
  return list.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return []
    const name: unknown = 'id' in item ? item.id : 'name' in item ? item.name : undefined
    return typeof name === 'string' && name !== '' && name.length <= 300 ? [name.replace(/^models\//, '')] : []
  })
}
