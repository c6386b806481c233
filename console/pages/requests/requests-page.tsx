import { useSignal } from '@preact/signals'
import type { PlatformRequest } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { Button, ButtonLink } from '../../components/button.js'
import { EmptyState } from '../../components/states.js'
import { PageHeading } from '../../layout/page-heading.js'
import { LongTable } from '../../list/long-table.js'
import type { Page } from '../../list/pages.js'
import { usePages } from '../../list/use-pages.js'
import { navigate, setQuery } from '../../router/router.js'
import type { PageProperties } from '../page.js'
import { exportLink, filtersIn } from './filters.js'
import { FilterFields } from './filter-fields.js'
import { requestColumns } from './request-columns.js'
import './requests.css'
import { useTail } from './use-tail.js'

const pageSize = 100

/** What happened to this one request? */
export default function RequestsPage({ query }: PageProperties) {
  const filters = filtersIn(query)
  const get = (after: string | undefined, signal: AbortSignal) =>
    api.get<Page<PlatformRequest>>('/api/admin/requests', { query: { ...filters, limit: pageSize, after }, signal })
  const list = usePages<PlatformRequest>(get, JSON.stringify(filters))
  const live = query.get('live') === 'on'
  const behind = useSignal(false)
  useTail(live, list, (signal) => get(undefined, signal), behind)
  const filtered = Object.keys(filters).length > 0
  return (
    <div class="stack">
      <PageHeading title="Requests">
        <Button icon={live ? 'stop' : 'play'} aria-pressed={live} onClick={() => setQuery({ live: live ? '' : 'on' })}>
          Live tail
        </Button>
        <Button icon="refresh" onClick={list.reload}>
          Load again
        </Button>
        <ButtonLink href={exportLink(filters)} icon="download">
          CSV
        </ButtonLink>
      </PageHeading>
      <FilterFields filters={filters} />
      {behind.value && <p class="notice warning">The gateway does not answer; the newest requests may be missing.</p>}
      <LongTable
        caption="Requests, newest first"
        what="request"
        columns={requestColumns}
        list={list}
        rowKey={(request) => request.request_id}
        rowHeight={36}
        empty={
          filtered ? (
            <EmptyState
              title="No request matches"
              action={<Button onClick={() => navigate('/console/requests')}>Show all requests</Button>}
            />
          ) : (
            <EmptyState
              title="No request yet"
              action={
                <ButtonLink variant="primary" href="/console/playground">
                  Send one in the playground
                </ButtonLink>
              }
            >
              Each request that comes with a token is here within a second after its end.
            </EmptyState>
          )
        }
      />
    </div>
  )
}
