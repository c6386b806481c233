import { useSignal } from '@preact/signals'
import type { PlatformUsage, PlatformUsageRow } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { useLoaded } from '../../api/use-loaded.js'
import { Button } from '../../components/button.js'
import { ErrorBlock, Skeleton } from '../../components/states.js'
import { Table, type Column } from '../../components/table.js'
import { compareMoney } from '../../format/money.js'
import { count, duration, share } from '../../format/numbers.js'
import { Amount } from '../../format/spending.js'
import { setQuery } from '../../router/router.js'
import { withoutTimes } from './load-report.js'
import { nameText } from './names.js'
import { addedUpTogether, dimensionTitles, usedBy, type Dimension, type Filters } from './query.js'
import type { Span } from './range.js'

const mostGroups = 500

/** The same sums by one dimension; a name confines the page to it. */
export function GroupTable({ group, span, filters }: { readonly group: Dimension; readonly span: Span; readonly filters: Filters }) {
  const together = addedUpTogether([...usedBy(filters), group])
  const title = dimensionTitles[group]
  // A report of many groups is slower with them.
  const times = useSignal(false)
  const { loaded, reload } = useLoaded(
    async (signal) => {
      if (!together) return undefined
      const query = { ...filters, from: span.from, to: span.to, by: group, limit: mostGroups, ...(!times.value && withoutTimes) }
      const usage = await api.get<PlatformUsage>('/api/admin/usage', { query, signal })
      return { usage, columns: columnsOf(group, times.value) }
    },
    JSON.stringify([group, span, filters, together, times.value]),
  )
  const { usage, columns = [] } = loaded.value ?? {}
  return (
    <section class="stack">
      <header class="group-head">
        <h2>By {title.toLowerCase()}</h2>
        {together && (
          <Button variant="quiet" aria-pressed={times.value} onClick={() => (times.value = !times.value)}>
            Show times to the first token
          </Button>
        )}
      </header>
      {loaded.state === 'failed' && <ErrorBlock problem={loaded.problem} onRetry={reload} />}
      {!together && (
        <p class="muted">The sums of this selection are not kept by {title.toLowerCase()}. Take another group, or a selection away.</p>
      )}
      {together && usage === undefined && loaded.state === 'loading' && <Skeleton what="the groups" />}
      {usage !== undefined && (
        <>
          <Table
            caption={`Usage by ${title.toLowerCase()}`}
            rows={[...usage.data].sort((one, other) => compareMoney(other.cost_usd, one.cost_usd) || other.requests - one.requests)}
            rowKey={(row) => row.group[group] ?? ''}
            columns={columns}
          />
          {usage.next !== null && (
            <p class="muted">These are the first {count(usage.data.length)} by name. The CSV file has all of them.</p>
          )}
        </>
      )}
    </section>
  )
}

function columnsOf(group: Dimension, times: boolean): readonly Column<PlatformUsageRow>[] {
  const number = (id: string, header: string, value: (row: PlatformUsageRow) => number): Column<PlatformUsageRow> => ({
    ...{ id, header, numeric: true },
    cell: (row) => count(value(row)),
  })
  return [
    {
      id: 'group',
      header: dimensionTitles[group],
      cell: (row) => {
        const name = row.group[group] ?? ''
        if (name === '') return <span class="muted">not known</span>
        return (
          <button type="button" class="link cut" title={`Only ${nameText(group, name)}`} onClick={() => setQuery({ [group]: name })}>
            {nameText(group, name)}
          </button>
        )
      },
    },
    number('requests', 'Requests', ({ requests }) => requests),
    { id: 'failed', header: 'Failed', numeric: true, cell: ({ failed, requests }) => share(failed, requests) },
    number('input', 'Input tokens', (row) => row.input_tokens),
    number('output', 'Output tokens', (row) => row.output_tokens),
    {
      id: 'duration',
      header: 'Mean duration',
      numeric: true,
      cell: (row) => (row.requests === 0 ? '–' : duration(row.duration_ms / row.requests)),
    },
    ...(times ? [firstToken] : []),
    { id: 'cost', header: 'Cost', numeric: true, cell: ({ cost_usd: cost }) => <Amount text={cost} /> },
  ]
}

const firstToken: Column<PlatformUsageRow> = {
  id: 'first-token',
  header: 'First token p50 / p95',
  numeric: true,
  cell: ({ first_byte_p50_ms: half, first_byte_p95_ms: most }) =>
    half === null || most === null ? '–' : `${duration(half)} / ${duration(most)}`,
}
