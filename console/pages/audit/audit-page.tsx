import { useSignal } from '@preact/signals'
import type { PlatformAuditEntry } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { Button } from '../../components/button.js'
import { Select, type Choice } from '../../components/field.js'
import { EmptyState } from '../../components/states.js'
import type { Column } from '../../components/table.js'
import { utcTime } from '../../format/times.js'
import { PageHeading } from '../../layout/page-heading.js'
import { LongTable } from '../../list/long-table.js'
import type { Page } from '../../list/pages.js'
import { SearchField } from '../../list/search-field.js'
import { usePages } from '../../list/use-pages.js'
import { navigate, setQuery } from '../../router/router.js'
import type { PageProperties } from '../page.js'
import { EntryDialog } from './entry-dialog.js'
import { actions, auditFilters, objects, summaryOf } from './entries.js'
import './audit.css'

const choicesOf = (values: readonly string[], all: string): readonly Choice<string>[] => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: value.replace('_', ' ') })),
]

/** Who changed what, and when? */
export default function AuditPage({ query }: PageProperties) {
  const filters = auditFilters(query)
  const list = usePages<PlatformAuditEntry>(
    (after, signal) => api.get<Page<PlatformAuditEntry>>('/api/admin/audit', { query: { ...filters, limit: 100, after }, signal }),
    JSON.stringify(filters),
  )
  const opened = useSignal<PlatformAuditEntry | undefined>(undefined)
  const filtered = Object.keys(filters).length > 0
  return (
    <div class="stack">
      <PageHeading title="Audit log">
        <Button icon="refresh" onClick={list.reload}>
          Load again
        </Button>
      </PageHeading>
      <div class="audit-filters">
        <Select
          label="Kind of object"
          value={filters.object ?? ''}
          choices={choicesOf(objects, 'Every kind')}
          onChange={(object) => setQuery({ object })}
        />
        <SearchField label="Name of the object" name="name" value={filters.name ?? ''} />
        <Select
          label="Action"
          value={filters.action ?? ''}
          choices={choicesOf(actions, 'Every action')}
          onChange={(action) => setQuery({ action })}
        />
        <SearchField label="Changed by" name="actor" value={filters.actor ?? ''} />
      </div>
      <LongTable
        caption="Changes, newest first"
        what="change"
        columns={columns((entry) => (opened.value = entry))}
        list={list}
        rowKey={({ id }) => id}
        rowHeight={36}
        empty={
          filtered ? (
            <EmptyState title="No change matches" action={<Button onClick={() => navigate('/console/audit')}>Show all changes</Button>} />
          ) : (
            <EmptyState title="No change yet">
              Each change by this console, the admin API, a command or the configuration file is kept here.
            </EmptyState>
          )
        }
      />
      {opened.value !== undefined && <EntryDialog entry={opened.value} onClose={() => (opened.value = undefined)} />}
    </div>
  )
}

function columns(open: (entry: PlatformAuditEntry) => void): readonly Column<PlatformAuditEntry>[] {
  return [
    {
      id: 'at',
      header: 'At (UTC)',
      cell: (entry) => (
        <button type="button" class="link nowrap" onClick={() => open(entry)}>
          {utcTime(entry.at)}
        </button>
      ),
    },
    {
      id: 'actor',
      header: 'By',
      cell: ({ actor: { kind, name } }) => (
        <span class="cut" title={`${kind} ${name}`}>
          <span class="muted">{kind.replace('_', ' ')}</span> {name}
        </span>
      ),
    },
    { id: 'action', header: 'Action', cell: ({ action }) => action.replace('_', ' ') },
    {
      id: 'object',
      header: 'Object',
      cell: ({ object, name }) => (
        <span class="cut" title={name}>
          <span class="muted">{object}</span> {name}
        </span>
      ),
    },
    { id: 'changes', header: 'Changed', cell: (entry) => <span class="cut what">{summaryOf(entry)}</span> },
    { id: 'address', header: 'From', cell: ({ address }) => address ?? <span class="muted">–</span> },
  ]
}
