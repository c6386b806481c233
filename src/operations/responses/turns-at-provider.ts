import { outputAsInputItems, responsesDialect } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { append } from '../../exchange/append.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { countInTurns } from '../../relay/large-json.js'
import { askProvider } from '../../relay/upstream/json-relay.js'
import type { Provider } from '../../providers/provider.js'
import type { ReferredResponse } from '../../store/response-repository.js'
import type { ModelServices } from '../operation.js'
import type { LimitSettings } from '../../config/configuration.js'
import { unwatched } from '../../json/count-values.js'
import { objectsOf } from '../../json/object.js'
import type { Item } from './items.js'

const pageSize = 100
/** Most requests for all turns together, and the time for them. */
const [mostQuestions, mostMs] = [1000, 60_000]

interface Walk {
  /** Paths that were requested: a provider that names one twice would cause an endless loop. */
  readonly asked: Set<string>
  /** Bytes read, and the values in them. */
  bytes: number
  values: number
  readonly startedAt: number
}

/**
 * The conversation up to a response that a provider keeps, the oldest item first; `undefined` where the provider no longer has it.
 * Providers list the items of the whole conversation or of the one turn: each response is requested, and no item is used twice.
 */
export async function turnsAtProvider(
  request: GatewayRequest,
  services: ModelServices,
  response: ReferredResponse,
): Promise<readonly Item[] | undefined> {
  const provider = services.routing.provider(response.provider)
  if (provider === undefined) return undefined
  const turns: (readonly WireObject[])[] = []
  let id: string | undefined = response.id
  const walk: Walk = { asked: new Set(), bytes: 0, values: 0, startedAt: performance.now() }
  while (id !== undefined) {
    const whole: WireObject | undefined = await ask(request, services, provider, walk, id, 'get', '')
    if (whole === undefined) return undefined
    const items = await inputItemsOf(request, services, provider, walk, id)
    if (items === undefined) return undefined
    turns.unshift([...items, ...(outputAsInputItems(whole['output']) as readonly unknown[] as readonly WireObject[])])
    const previous: unknown = whole['previous_response_id']
    id = typeof previous === 'string' ? previous : undefined
  }
  const seen = new Set<unknown>()
  return turns.flat().filter((item) => {
    const { id: itemId } = item
    if (typeof itemId !== 'string') return true
    if (seen.has(itemId)) return false
    seen.add(itemId)
    return true
  }) as readonly unknown[] as readonly Item[]
}

async function inputItemsOf(
  request: GatewayRequest,
  services: ModelServices,
  provider: Provider,
  walk: Walk,
  id: string,
): Promise<WireObject[] | undefined> {
  const items: WireObject[] = []
  let after = ''
  for (;;) {
    const page = await ask(request, services, provider, walk, id, 'input-items', `?order=asc&limit=${pageSize}${after}`)
    if (page === undefined) return undefined
    const data = objectsOf(page['data'])
    append(items, data)
    const last = data.at(-1)?.['id']
    if (page['has_more'] !== true || typeof last !== 'string' || !last.isWellFormed()) return items
    after = `&after=${encodeURIComponent(last.toWellFormed())}`
  }
}

async function ask(
  request: GatewayRequest,
  services: ModelServices,
  provider: Provider,
  walk: Walk,
  id: string,
  action: 'get' | 'input-items',
  query: string,
): Promise<WireObject | undefined> {
  const question = `${id} ${action} ${query}`
  if (walk.asked.has(question) || walk.asked.size >= mostQuestions || performance.now() - walk.startedAt > mostMs) throw endless()
  walk.asked.add(question)
  const answer = await askProvider(
    services.relay,
    request,
    { provider, model: '' },
    {
      endpoint: { type: 'stored-response', id, action, query },
      upstream: responsesDialect,
      client: 'responses',
    },
  )
  if (answer instanceof GatewayFailure) {
    if (answer.error.kind === 'not_found') return undefined
    throw answer
  }
  if (answer !== undefined) await takeIn(answer.bytes, walk, services.relay.limits)
  return answer?.json
}

/** All turns together are limited as one request is, of which they become a part. */
async function takeIn(bytes: Buffer, walk: Walk, { body_bytes, json_depth, json_values, json_keys }: LimitSettings): Promise<void> {
  walk.bytes += bytes.length
  if (walk.bytes > body_bytes) throw tooLarge()
  const limits = { depth: json_depth, values: json_values - walk.values, keys: json_keys }
  const count = await countInTurns(bytes.toString(), limits, unwatched)
  walk.values += count.values
  if (count.excess !== undefined) throw tooLarge()
}

function endless(): GatewayFailure {
  return new GatewayFailure({
    kind: 'upstream_invalid',
    message: 'The conversation before this request is longer than the gateway reads from its provider.',
  })
}

/** The turns would become part of a request. */
function tooLarge(): GatewayFailure {
  return new GatewayFailure({
    kind: 'request_too_large',
    message: 'The conversation before this request is larger than a request may be.',
    param: 'previous_response_id',
  })
}
