import type { PlatformUsage } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { useLoaded } from '../../api/use-loaded.js'
import { ButtonLink } from '../../components/button.js'
import { EmptyState, ErrorBlock, Skeleton } from '../../components/states.js'
import { PageHeading } from '../../layout/page-heading.js'
import type { PageProperties } from '../page.js'
import './usage.css'
import '../../list/list.css'
import { Charts } from './charts.js'
import { FilterChips } from './filter-chips.js'
import { GroupTable } from './group-table.js'
import { loadReport } from './load-report.js'
import { Numbers } from './numbers.js'
import { exportLink, filtersIn, groupIn } from './query.js'
import { RangeFields } from './range-fields.js'
import { rangeIn, spanOf } from './range.js'

/** How much, of what, by whom, at what cost, how fast? */
export default function UsagePage({ query }: PageProperties) {
  const range = rangeIn(query)
  const group = groupIn(query)
  const filters = filtersIn(query)
  const span = spanOf(range, Date.now())
  const get = (parameters: Readonly<Record<string, string>>, signal: AbortSignal) =>
    api.get<PlatformUsage>('/api/admin/usage', { query: parameters, signal })
  const { loaded, reload } = useLoaded((signal) => loadReport({ span, filters, get, signal }), JSON.stringify([span, filters]))
  const report = loaded.value
  return (
    <div class="stack">
      <PageHeading title="Usage">
        <ButtonLink href={exportLink(span, group, filters)} icon="download">
          CSV by {group.replace('_', ' ')}
        </ButtonLink>
      </PageHeading>
      <RangeFields range={range} group={group} />
      <FilterChips filters={filters} />
      {loaded.state === 'failed' && <ErrorBlock problem={loaded.problem} onRetry={reload} />}
      {report === undefined && loaded.state === 'loading' && <Skeleton lines={10} what="the usage" />}
      {report !== undefined && (
        <div class="stack" aria-busy={loaded.state === 'loading'}>
          <Numbers now={report.sums} before={report.before} />
          {report.sums.requests === 0 ? (
            <EmptyState title="No request in this time">
              Each request that comes with a token counts here within a second after its end.
            </EmptyState>
          ) : (
            <>
              <Charts course={report.course} span={report.span} filters={filters} />
              <GroupTable group={group} span={span} filters={filters} />
            </>
          )}
        </div>
      )}
    </div>
  )
}
