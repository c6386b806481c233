import { GatewayFailure, type FailureKind, type GatewayError } from '../../exchange/error.js'
import { openai } from '../../providers/openai/index.js'
import { createProvider } from '../../providers/provider.js'
import { brokenOff, type Ending } from '../../record/ending.js'
import { RequestRecord } from '../../record/request-record.js'
import { RunningRecords } from '../../record/running-records.js'
import { Breakers } from '../../routing/breakers.js'
import { RetryBudget } from '../../routing/retry-budget.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { WaitingRequest } from '../gateway-request.js'
import type { RelayServices } from '../services.js'
import { TargetSearch } from './target-search.js'

const client = { address: '127.0.0.1', userAgent: undefined, requestId: undefined, traceparent: undefined }
const retries = { attempts: 3, max_wait_ms: 1000, budget_floor: 3, budget_percent: 20 }

interface Options {
  readonly targets?: readonly Partial<RoutedTarget>[]
  readonly budget?: { readonly budget_floor: number; readonly budget_percent: number }
  readonly replyMs?: number
  /** Failures in a row that open a breaker. */
  readonly opening?: number
}

/** Requests to the models m0, m1 … of one provider. */
function gateway({ targets: given = [{}, {}], budget: own = retries, replyMs = 60_000, opening = 2 }: Options = {}) {
  const time = { now: 0 }
  const clock = (): number => time.now
  const provider = createProvider({ name: 'p', kind: 'openai', headers: {}, settings: {} }, openai)
  const targets = given.map((target, index) => ({ provider, model: `m${index}`, ...target }))
  const breakers = new Breakers({ consecutive_failures: opening, open_ms: 1500, open_max_ms: 6000 }, clock)
  const budget = new RetryBudget(own)
  const services = { breakers, budget, retries, timeouts: { reply_ms: replyMs }, random: () => 0.5 } as unknown as RelayServices
  const begin = () => {
    const record = new RequestRecord({ sinks: [], running: new RunningRecords(), clock, now: clock }, 'req', 'POST', '/', client)
    const request: WaitingRequest = {
      record,
      left: false,
      onLeave: () => undefined,
      offLeave: () => undefined,
      onContent: undefined,
      attemptsSince: undefined,
    }
    const search = new TargetSearch(services, request, targets)
    /** One attempt: the model that is tried after this wait, and what becomes of it. */
    const attempt = (failure?: GatewayFailure, ending?: Ending): readonly [string, number] | undefined => {
      const wait = search.next()
      const target = wait === undefined ? undefined : search.enter()
      if (target === undefined || wait === undefined) return undefined
      if (ending !== undefined) record.ends(ending)
      search.leave(failure)
      return [target.model, wait]
    }
    return { search, request, attempt }
  }
  const breaker = (index: number) => breakers.of(targets[index] ?? { provider, model: '' })
  return { begin, time, budget, breaker }
}

const failed = (kind: FailureKind, more: Partial<GatewayError> = {}): GatewayFailure => new GatewayFailure({ kind, message: kind, ...more })
const broken = failed('upstream_unavailable')
const native = (status: number) => ({ native: { dialect: 'chat-completions', status } }) as const

test('all targets are tried, in their order and once each before one is tried again, up to the most attempts in all', () => {
  const { attempt } = gateway().begin()
  expect([attempt(broken), attempt(broken), attempt(broken), attempt(broken)]).toEqual([['m0', 0], ['m1', 0], ['m0', 100], undefined])
})

test('a target with its own number of attempts is tried that often', () => {
  const { attempt } = gateway({ targets: [{ retries: { ...retries, attempts: 1 } }, {}] }).begin()
  expect([attempt(broken), attempt(broken), attempt(broken)]).toEqual([
    ['m0', 0],
    ['m1', 0],
    ['m1', 100],
  ])
})

test('where every breaker is open the first attempt does not wait: 503 with the seconds until one may be tried', () => {
  const { begin, breaker, time } = gateway()
  for (const index of [0, 1]) for (const _ of [1, 2]) breaker(index).fail(0, false)
  const { search, attempt } = begin()
  expect(attempt()).toBeUndefined()
  time.now = 600
  expect(begin().search.next()).toBeUndefined()
  time.now = 0
  expect(search.failure().error).toMatchObject({ kind: 'no_healthy_target', retryAfterSeconds: 2 })
})

test('the wait that a provider asks for takes the place of the pause', () => {
  const { attempt } = gateway({ targets: [{}] }).begin()
  expect(attempt(failed('upstream_rate_limited', { retryAfterSeconds: 0.05 }))).toEqual(['m0', 0])
  expect(attempt(broken)).toEqual(['m0', 50])
})

test.each([
  ['longer than may be waited', { retryAfterSeconds: 2 }, 60_000],
  ['beyond the time for all attempts', { retryAfterSeconds: 0.5 }, 400],
  ['without a time', {}, 60_000],
])('a 429 that asks to wait %s is not tried again', (_name, more, replyMs) => {
  const { attempt } = gateway({ targets: [{}], replyMs }).begin()
  expect([attempt(failed('upstream_rate_limited', more)), attempt()]).toEqual([['m0', 0], undefined])
})

test('a target that another request is probing is passed over', () => {
  const { begin, breaker, time } = gateway()
  for (const _ of [1, 2]) breaker(0).fail(0, false)
  time.now = 1500
  const [one, other] = [begin(), begin()]
  one.search.next()
  expect(one.search.enter()?.model).toBe('m0')
  other.search.next()
  expect(other.search.enter()).toBeUndefined()
  other.search.next()
  expect(other.search.enter()?.model).toBe('m1')
})

test('a probe succeeds at its first content', () => {
  const { begin, breaker, time } = gateway()
  for (const _ of [1, 2]) breaker(0).fail(0, false)
  time.now = 1500
  const { search, request } = begin()
  search.next()
  search.enter()
  request.onContent?.()
  expect(breaker(0).state(time.now)).toBe('closed')
})

test('what no target can help ends the search', () => {
  const { attempt } = gateway().begin()
  expect([attempt(failed('invalid_request')), attempt()]).toEqual([['m0', 0], undefined])
})

test.each([
  [['upstream_auth', 'upstream_unavailable'], 'upstream_unavailable'],
  [['upstream_unavailable', 'upstream_auth'], 'upstream_unavailable'],
  [['upstream_auth', 'upstream_auth'], 'upstream_auth'],
] as const)('after %j the client gets %s', (kinds, kind) => {
  const { search, attempt } = gateway().begin()
  for (const each of kinds) attempt(failed(each))
  expect(search.failure().error.kind).toBe(kind)
})

test.each([
  ['a provider', failed('upstream_invalid', native(200)), 1, 'upstream_invalid'],
  ['the gateway itself', failed('internal'), 0, 'no_healthy_target'],
])('an attempt that is given up by an error of %s', (_name, thrown, failures, kind) => {
  const { begin, breaker } = gateway()
  const { search } = begin()
  search.next()
  search.enter()
  search.giveUp(thrown)
  expect([breaker(0).failures, search.failure().error.kind]).toEqual([failures, kind])
})

test.each<[string, GatewayFailure | undefined, Ending | undefined, number]>([
  ['a success', undefined, undefined, 0],
  ['a broken stream', undefined, brokenOff({ kind: 'upstream_disconnected', message: '' }), 3],
  ['a time limit', failed('upstream_timeout'), undefined, 2],
  ['a time limit before there was a connection', failed('upstream_timeout', { unreached: true }), undefined, 3],
  ['a refusal by the provider', failed('invalid_request', native(400)), undefined, 0],
  ['a refusal by the gateway', failed('invalid_request'), undefined, 2],
  ['a failure', broken, undefined, 3],
])('%s counts for the health of the target', (_name, failure, ending, failures) => {
  const { begin, breaker } = gateway()
  breaker(0).follow({ type: 'failed', probe: false }, -10_000)
  breaker(0).failures = 2
  const { attempt } = begin()
  attempt(failure, ending)
  expect(breaker(0).failures).toBe(failures)
})

test('only so many requests at a time try again; a target that has not failed is free', () => {
  const { begin, budget, breaker } = gateway({ budget: { budget_floor: 1, budget_percent: 0 }, opening: 100 })
  const [one, other] = [begin(), begin()]
  expect([budget.running, one.attempt(broken), other.attempt(broken)]).toEqual([2, ['m0', 0], ['m0', 0]])
  expect([one.attempt(broken), one.attempt(broken), other.attempt()]).toEqual([['m1', 0], ['m0', 100], undefined])
  expect([budget.retrying, breaker(1).failures]).toEqual([1, 1])
  for (const { search } of [one, other]) search.close()
  expect([budget.running, budget.retrying]).toEqual([0, 0])
})
