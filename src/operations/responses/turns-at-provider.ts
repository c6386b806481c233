import { outputAsInputItems, responsesDialect } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { append } from '../../exchange/append.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { askProvider } from '../../relay/upstream/json-relay.js'
import type { Provider } from '../../providers/provider.js'
import type { ReferredResponse } from '../../store/response-repository.js'
import type { OperationServices } from '../operation.js'
import type { Item } from './items.js'

const mostTurns = 200
const pageSize = 100

/**
 * The conversation up to a response that a provider keeps, the oldest item first; `undefined` where the provider no longer has it.
 * Providers list the items of the whole conversation or of the one turn: each response is asked for, and no item is taken twice.
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
  for (let turn = 0; id !== undefined && turn < mostTurns; turn++) {
    const whole: WireObject | undefined = await ask(request, services, provider, id, 'get', '')
    if (whole === undefined) return undefined
    const items = await inputItemsOf(request, services, provider, id)
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
  id: string,
): Promise<WireObject[] | undefined> {
  const items: WireObject[] = []
  let after = ''
  for (;;) {
    const page = await ask(request, services, provider, id, 'input-items', `?order=asc&limit=${pageSize}${after}`)
    if (page === undefined) return undefined
    const data = Array.isArray(page['data']) ? (page['data'] as WireObject[]) : []
    append(items, data)
    const last = data.at(-1)?.['id']
    if (page['has_more'] !== true || typeof last !== 'string') return items
    after = `&after=${encodeURIComponent(last)}`
  }
}

async function ask(
  request: GatewayRequest,
  services: OperationServices,
  provider: Provider,
  id: string,
  action: 'get' | 'input-items',
  query: string,
): Promise<WireObject | undefined> {
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
  return answer?.json
}
