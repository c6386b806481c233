import { formatMoney } from '../accounting/money.js'
import { readExport } from '../books/reconcile/exported-usage.js'
import { reconcile as compare, type BookedUsage, type Comparison } from '../books/reconcile/reconcile.js'
import { groupings } from '../store/booking/rollups.js'
import { daySeconds } from '../store/booking/staged-request.js'
import { openStore, type Store } from '../store/store.js'
import type { Command } from './command.js'
import { configurationFor } from './configuration.js'
import { CommandError } from './command-error.js'
import { readInput } from './read-input.js'
import { UsageError } from './usage-error.js'
import { counted } from '../observability/counted.js'
import { defined } from '../json/object.js'

const groupsAtOnce = 100
/** By provider and the provider's name of the model. */
const [grouping] = groupings

/** Compares a provider's export of usage or costs with the books. Exit code 1 where they differ. */
export const reconcile: Command = async (options) => {
  const { words, provider, json } = options
  const [file = ''] = words
  if (provider === undefined) throw new UsageError('reconcile takes a FILE and --provider NAME')
  const exported = readExport(readInput(file))
  const { database, providers } = configurationFor(options)
  const store = await openStore(database)
  try {
    const booked = await bookedBetween(store, provider, exported[0]?.day ?? '', exported.at(-1)?.day ?? '')
    // The books know providers that are gone, too.
    if (booked.length === 0) requireKnown(provider, [...providers, ...(await store.providers.all())])
    const comparisons = compare(exported, booked)
    const differing = comparisons.filter(({ differs }) => differs)
    process.stdout.write(json ? `${JSON.stringify(comparisons.map(shown))}\n` : report(comparisons, differing))
    return differing.length === 0 ? 0 : 1
  } finally {
    await store.close()
  }
}

function requireKnown(provider: string, known: readonly { readonly name: string }[]): void {
  if (known.some(({ name }) => name === provider)) return
  throw new CommandError(
    `there is no provider ${JSON.stringify(provider)}`,
    `name one of ${[...new Set(known.map(({ name }) => name))].join(', ')}`,
  )
}

async function bookedBetween(store: Store, provider: string, first: string, last: string): Promise<BookedUsage[]> {
  const booked: BookedUsage[] = []
  const from = Date.parse(first) / 1000
  const to = Date.parse(last) / 1000 + daySeconds
  let after: readonly string[] | undefined
  do {
    const page = await store.usage.read(
      defined({
        grouping,
        table: 'day',
        from,
        to,
        intervalSeconds: daySeconds,
        by: ['upstream_model'],
        filters: { provider },
        mostGroups: groupsAtOnce,
        after,
      }),
    )
    for (const { group, start = 0, ...sums } of page.rows)
      booked.push({ day: new Date(start * 1000).toISOString().slice(0, 10), model: group[0] ?? '', ...sums })
    after = page.next
  } while (after !== undefined)
  return booked
}

function report(comparisons: readonly Comparison[], differing: readonly Comparison[]): string {
  const lines = differing.flatMap((comparison) => {
    const { day, model, exported, booked, explanations } = comparison
    return [
      `${day} ${model === '' ? 'all models' : model}`,
      `  provider  ${exported === undefined ? 'nothing' : sums(exported)}`,
      `  books     ${booked === undefined ? 'nothing' : sums(booked)}`,
      ...explanations.map((explanation) => `  ${explanation}`),
    ]
  })
  return `${[...lines, `${counted(comparisons.length, 'line')}, ${counted(differing.length, 'differs', 'differ')}`].join('\n')}\n`
}

type Sums = Partial<Pick<BookedUsage, 'requests' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'cost'>>

function sums({ requests, inputTokens, cachedInputTokens, outputTokens, cost }: Sums): string {
  const parts = [
    requests === undefined ? undefined : counted(requests, 'request'),
    inputTokens === undefined
      ? undefined
      : `${counted(inputTokens, 'token')} in (${cachedInputTokens ?? 0} cached), ${outputTokens ?? 0} out`,
    cost === undefined ? undefined : `${formatMoney(cost)} USD`,
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** As JSON: whole numbers, money as text. */
function shown({ day, model, exported, booked, differs, explanations }: Comparison): object {
  return { day, model, differs, provider: counts(exported), books: counts(booked), explanations }
}

function counts(usage: Sums | undefined): object | null {
  if (usage === undefined) return null
  return {
    requests: usage.requests,
    input_tokens: usage.inputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    cost_usd: usage.cost === undefined ? undefined : formatMoney(usage.cost),
  }
}
