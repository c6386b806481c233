import { formatMoney, parseMoney, type Money } from '../../accounting/money.js'
import type { UsageRow } from '../../store/usage-repository.js'
import { added, type ExportedUsage } from './exported-usage.js'
import { counted } from '../../observability/counted.js'

/** What the books have of one day and model of the provider. */
export interface BookedUsage extends Pick<
  UsageRow,
  'requests' | 'failed' | 'estimated' | 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cost'
> {
  readonly day: string
  readonly model: string
}

/** One day and model, on both sides. Differences are the provider's count less ours; absent where the provider does not say. */
export interface Comparison {
  readonly day: string
  readonly model: string
  readonly exported: ExportedUsage | undefined
  readonly booked: BookedUsage | undefined
  readonly differs: boolean
  /** Why they may differ, the likeliest first. */
  readonly explanations: readonly string[]
}

/**
 * The same for the names that a provider has for one model: a date behind it, where the version is billed that the name stood for; the
 * name for people in place of that for programs (`Claude Sonnet 4.5`).
 */
function family(model: string): string {
  const plain = model.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return plain.replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8})$/, '')
}

/** Holds a provider's export against the books. Days without both have no line. */
export function reconcile(exported: readonly ExportedUsage[], booked: readonly BookedUsage[]): Comparison[] {
  const byModel = exported.some(({ model }) => model !== '')
  const ours = new Map<string, BookedUsage>()
  for (const line of booked) {
    const model = byModel ? line.model : ''
    const key = `${line.day} ${model}`
    const sum = ours.get(key)
    ours.set(key, sum === undefined ? { ...line, model } : plus(sum, line))
  }
  const relatives = new Map([...ours.values()].map(({ day, model }) => [`${day} ${family(model)}`, model]))
  const theirs = new Map<string, ExportedUsage>()
  for (const line of exported) {
    if (isNothing(line)) continue
    const known = ours.has(`${line.day} ${line.model}`)
    const model = known ? line.model : (relatives.get(`${line.day} ${family(line.model)}`) ?? line.model)
    const key = `${line.day} ${model}`
    const sum = theirs.get(key)
    theirs.set(key, sum === undefined ? { ...line, model } : { ...added(sum, line), model })
  }
  const first = exported[0]?.day ?? ''
  const last = exported.at(-1)?.day ?? ''
  const keys = new Set([
    ...theirs.keys(),
    ...[...ours.values()].filter(({ day }) => day >= first && day <= last).map(({ day, model }) => `${day} ${model}`),
  ])
  return [...keys].sort().map((key) => compared(key, theirs.get(key), ours.get(key)))
}

/** Exports have lines for days without requests. */
function isNothing({ requests = 0, inputTokens = 0, outputTokens = 0, cost = 0n }: ExportedUsage): boolean {
  return requests === 0 && inputTokens === 0 && outputTokens === 0 && cost === 0n
}

/** Exports are sums of binary fractions: `0.0012499999999999998`. Less than 10⁻⁹ dollars is no difference. */
function isSame(their: Money, our: Money): boolean {
  const difference = their - our
  return difference < noise && difference > -noise
}

const noise = parseMoney('0.000000001')

function compared(key: string, exported: ExportedUsage | undefined, booked: BookedUsage | undefined): Comparison {
  const [day, model] = [key.slice(0, 10), key.slice(11)]
  if (booked === undefined) {
    const why = ['No request of this model went through the gateway on this day: another key of the account, or another tool, was used.']
    return { day, model, exported, booked, differs: true, explanations: why }
  }
  if (exported === undefined) {
    const free = booked.failed === booked.requests
    const why = free
      ? 'All requests of ours failed, and the provider does not bill them.'
      : "The provider's export has no such line: it may call the model by another name, or the export may be of another account or project."
    return { day, model, exported, booked, differs: !free, explanations: [why] }
  }
  const explanations = [...explained(exported, booked)]
  return { day, model, exported, booked, differs: explanations.length > 0, explanations }
}

function* explained(exported: ExportedUsage, booked: BookedUsage): Generator<string> {
  const requests = exported.requests === undefined ? 0 : exported.requests - booked.requests
  const tokens = [
    [exported.inputTokens, booked.inputTokens],
    [exported.outputTokens, booked.outputTokens],
    [exported.cachedInputTokens, booked.cachedInputTokens],
  ].reduce((sum, [their, our]) => sum + (their === undefined || our === undefined ? 0 : Math.abs(their - our)), 0)
  if (requests > 0)
    yield `The provider counts ${counted(requests, 'request')} more: requests that did not go through the gateway, and attempts that the gateway made again.`
  if (requests < 0)
    yield `The provider counts ${counted(-requests, 'request')} less: ${booked.failed} of ours did not end well, and providers do not count all of these.`
  if (tokens > 0 && booked.estimated > 0)
    yield `The tokens of ${counted(booked.estimated, 'request')} of ours are estimates, since they broke off before the provider reported them.`
  if (tokens > 0 && booked.estimated === 0 && requests === 0)
    yield 'The requests agree and their tokens do not: requests around midnight (UTC) stand on the day of their beginning here, on that of their end there.'
  if (exported.cost !== undefined && !isSame(exported.cost, booked.cost)) {
    if (exported.inputTokens === undefined)
      yield `${costs(exported.cost, booked.cost)}; hold the export of usage against the books to see whether the tokens agree.`
    else if (tokens === 0)
      yield `${costs(exported.cost, booked.cost)} for the same tokens: the configured price is not what the provider takes.`
    else yield `${costs(exported.cost, booked.cost)}, for the tokens above.`
  }
}

function costs(their: Money, our: Money): string {
  return `The provider takes ${formatMoney(their)} USD, the books have ${formatMoney(our)}`
}

function plus(one: BookedUsage, other: BookedUsage): BookedUsage {
  return {
    day: one.day,
    model: one.model,
    requests: one.requests + other.requests,
    failed: one.failed + other.failed,
    estimated: one.estimated + other.estimated,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    cost: one.cost + other.cost,
  }
}
