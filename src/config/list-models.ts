import type { ConnectionSettings } from '../providers/provider-settings.js'
import type { Endpoint, Provider } from '../providers/provider.js'
import { defined } from '../json/object.js'

export interface ListOptions {
  readonly fetch: (
    url: string,
    options: {
      /** GET where it is left out. */
      readonly method?: 'GET' | 'POST' | 'DELETE'
      readonly headers: Readonly<Record<string, string>>
      readonly body?: Buffer | string
      readonly signal: AbortSignal
      readonly redirect: 'manual'
      /** The provider's own proxy and certificates. */
      readonly connection?: ConnectionSettings
    },
  ) => Promise<ListReply>
}

export interface ListReply {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array> | null
}

/** `problem`: why there is no list; no secret in it. `status`: of the answer, where there was one. */
export type ModelList = { readonly models: readonly string[] } | { readonly problem: string; readonly status?: number }

const longestList = 2_000_000
const notAList: ModelList = { problem: 'the answer is not a list of models', status: 200 }

/** Asks a provider which models it has, in its own way. Never throws. */
export async function listModels(
  { kind, settings, origin, basePath }: Provider,
  timeoutMs: number,
  { fetch }: ListOptions,
): Promise<ModelList> {
  const address = kind.address(endpoint, settings)
  if (address === undefined) return { problem: 'this kind of provider has no list' }
  const url = origin + basePath + address.path
  const { connection } = settings
  try {
    const headers = { ...kind.requestChanges?.(endpoint)?.headers, ...settings.headers }
    const unsigned = { method: address.method, url, headers: textsOf(headers), body: undefined }
    const reply = await fetch(
      url,
      defined({
        headers: { ...unsigned.headers, ...(await kind.authenticate(unsigned, settings)) },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'manual',
        connection,
      }),
    )
    const text = await bounded(reply.body)
    if (reply.status === 401 || reply.status === 403) return { problem: 'the key was refused', status: reply.status }
    if (reply.status !== 200) return { problem: `status ${reply.status}`, status: reply.status }
    if (text === undefined) return { problem: 'the list is too long', status: 200 }
    const models = namesIn(JSON.parse(text))
    return models === undefined ? notAList : { models }
  } catch (error) {
    if (error instanceof SyntaxError) return notAList
    return { problem: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection' }
  }
}

const endpoint: Endpoint = { type: 'models' }

function textsOf(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
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

/** OpenAI and Anthropic: `data[].id`; Gemini: `models[].name` with `models/` before it; Cohere: `models[].name`. */
function namesIn(content: unknown): string[] | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  const list: unknown = 'data' in content ? content.data : 'models' in content ? content.models : undefined
  if (!Array.isArray(list)) return undefined
  return list.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return []
    const name: unknown = 'id' in item ? item.id : 'name' in item ? item.name : undefined
    return typeof name === 'string' && /^[^\s\p{Cc}]{1,300}$/u.test(name) ? [name.replace(/^models\//, '')] : []
  })
}
