import { outputAsInputItems, responsesDialect } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { append } from '../../exchange/append.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { askProvider } from '../../relay/upstream/json-relay.js'
import type { Provider } from '../../providers/provider.js'
import type { ReferredResponse } from '../../store/response-repository.js'
import type { OperationServices } from '../operation.js'
import { objectsOf } from '../../json/object.js'
import type { Item } from './items.js'

const pageSize = 100
/** Most requests for all turns together, and the time for them. */
const [mostQuestions, mostMs] = [1000, 60_000]

interface Walk {
  questions: number
  /** Bytes read. */
  bytes: number
  readonly startedAt: number
}

/**
 * The conversation up to a response that a provider keeps, the oldest item first; `undefined` where the provider no longer has it.
 * Providers list the items of the whole conversation or of the one turn: each response is requested, and no item is used twice.
 */
export async function turnsAtProvider(
  request: GatewayRequest,
  services: OperationServices,
  response: ReferredResponse,
): Promise<readonly Item[] | undefined> {
  const provider = services.routing.provider(response.provider)
  if (provider === undefined) return undefined
  const turns: (readonly WireObject[])[] = []
  let id: string | undefined = response.id
  const walk: Walk = { questions: 0, bytes: 0, startedAt: performance.now() }
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
  services: OperationServices,
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
  services: OperationServices,
  provider: Provider,
  walk: Walk,
  id: string,
  action: 'get' | 'input-items',
  query: string,
): Promise<WireObject | undefined> {
  if (++walk.questions > mostQuestions || performance.now() - walk.startedAt > mostMs) throw endless()
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
  walk.bytes += answer?.bytes.length ?? 0
  if (walk.bytes > services.relay.limits.body_bytes) throw tooLarge()
  return answer?.json
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
