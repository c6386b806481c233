import type { PlatformProviderTest } from '../../../generated/platform/model/index.js'
import { listModels, type ListOptions } from '../../config/list-models.js'
import { defined } from '../../json/object.js'
import type { Provider } from '../../providers/provider.js'
import { oneTokenRequest } from './one-token.js'

const longestMs = 15_000

export interface ProbeOptions extends ListOptions {
  /** Asked in place of the list. */
  readonly model?: string | undefined
  /** Asked where the provider has no list. */
  readonly usualModel?: string | undefined
  readonly clock: () => number
  readonly newId: (prefix: string) => string
}

/** Asks a provider for its list of models, or where it has none for one token of a model. Never throws. */
export async function probeProvider(provider: Provider, options: ProbeOptions): Promise<PlatformProviderTest> {
  const { model, usualModel, clock } = options
  const startedAt = clock()
  const took = (): number => Math.round(clock() - startedAt)
  const hasList = provider.kind.address({ type: 'models' }, provider.settings) !== undefined
  if (model === undefined && hasList) {
    const list = await listModels(provider, longestMs, options)
    if ('models' in list)
      return { asked: 'models', reachable: true, key_valid: true, models: list.models.length, duration_ms: took(), problem: null }
    return { ...answered('models', list.status), duration_ms: took(), problem: list.problem }
  }
  const asked = model ?? usualModel
  const problem = 'This provider has no list of models: name a model to ask, or make a model that leads to it.'
  if (asked === undefined) return { asked: 'nothing', reachable: false, key_valid: null, models: null, duration_ms: 0, problem }
  const result = await askOnce(provider, asked, options)
  return { ...answered('request', result.status), duration_ms: took(), problem: result.problem }
}

function answered(asked: 'models' | 'request', status: number | undefined): Omit<PlatformProviderTest, 'duration_ms' | 'problem'> {
  return { asked, reachable: status !== undefined, key_valid: status === undefined ? null : isKeyValid(status), models: null }
}

/** What these say is about the request, so the key has been accepted. */
const pastTheKey: ReadonlySet<number> = new Set([400, 404, 413, 422, 429])

function isKeyValid(status: number): boolean | null {
  if (status === 401 || status === 403) return false
  return (status >= 200 && status < 300) || pastTheKey.has(status) ? true : null
}

interface Answer {
  readonly status?: number
  readonly problem: string | null
}

async function askOnce(provider: Provider, model: string, { fetch, newId }: ProbeOptions): Promise<Answer> {
  const request = oneTokenRequest(provider, model, newId)
  if (request === undefined) return { problem: 'This kind of provider has neither chat nor embeddings for this model.' }
  const { url, ...unsigned } = request
  try {
    const credentials = await provider.kind.authenticate({ url, ...unsigned }, provider.settings)
    const { status, body } = await fetch(
      url,
      defined({
        ...unsigned,
        headers: { ...unsigned.headers, ...credentials },
        signal: AbortSignal.timeout(longestMs),
        redirect: 'manual',
        connection: provider.settings.connection,
      }),
    )
    // A reader that stops closes the connection.
    for await (const _chunk of body ?? []) break
    if (status >= 200 && status < 300) return { status, problem: null }
    return { status, problem: status === 401 || status === 403 ? 'the key was refused' : `status ${status}` }
  } catch (error) {
    return { problem: error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection' }
  }
}
