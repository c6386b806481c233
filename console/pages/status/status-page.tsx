import type { PlatformStatus } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { session } from '../../api/session.js'
import { useLoaded } from '../../api/use-loaded.js'
import { Button } from '../../components/button.js'
import { Facts } from '../../components/facts.js'
import { EmptyState, ErrorBlock, Skeleton } from '../../components/states.js'
import { Status } from '../../components/status.js'
import { Table } from '../../components/table.js'
import { count } from '../../format/numbers.js'
import { Utc } from '../../format/time.js'
import { PageHeading } from '../../layout/page-heading.js'
import { Breaker } from '../../list/breaker.js'
import '../../list/list.css'
import { Names } from '../../list/names.js'

/** What does the gateway do now, and does its configuration count? */
export default function StatusPage() {
  const { loaded, reload } = useLoaded((signal) => api.get<PlatformStatus>('/api/admin/status', { signal }), 'status')
  const status = loaded.value
  return (
    <div class="stack">
      <PageHeading title="Status">
        <Button icon="refresh" busy={loaded.state === 'loading'} onClick={reload}>
          Load again
        </Button>
      </PageHeading>
      {loaded.state === 'failed' && <ErrorBlock problem={loaded.problem} onRetry={reload} />}
      {status === undefined && loaded.state === 'loading' && <Skeleton lines={8} what="the status" />}
      {status !== undefined && (
        <>
          <section class="panel" aria-label="Gateway">
            <Facts
              facts={[
                ['Version', session.value?.version ?? <span class="muted">not told</span>],
                ['Address for clients', <code class="break">{session.value?.base_address}</code>],
                ['Running requests', count(status.in_flight)],
              ]}
            />
          </section>
          <Configuration status={status} />
          <Targets status={status} />
        </>
      )}
    </div>
  )
}

function Configuration({ status: { configuration, shadowed } }: { readonly status: PlatformStatus }) {
  return (
    <section class="panel">
      <div class="card-head">
        <h2>Configuration</h2>
        {configuration?.error === undefined ? (
          <Status kind="good">In use</Status>
        ) : (
          <Status kind="bad">The file as it is now is not in use</Status>
        )}
      </div>
      {configuration?.error !== undefined && (
        <>
          <p>The configuration before goes on. The file says:</p>
          <pre class="body-text">{configuration.error}</pre>
        </>
      )}
      {configuration !== undefined && (
        <Facts
          facts={[
            ['File', configuration.file === undefined ? <span class="muted">none</span> : <code class="break">{configuration.file}</code>],
            ['Read', <Utc time={configuration.loaded_at} />],
            [
              'Takes effect at the next start',
              configuration.at_next_start.length === 0 ? <span class="muted">nothing</span> : <Names names={configuration.at_next_start} />,
            ],
          ]}
        />
      )}
      {shadowed.length > 0 && (
        <>
          <h3>Created here, but the file has the same names</h3>
          <Table
            caption="Created here, but the file has the same names"
            rows={shadowed}
            rowKey={({ object, name }) => `${object} ${name}`}
            columns={[
              { id: 'object', header: 'Object', cell: ({ object }) => object },
              { id: 'name', header: 'Name', cell: ({ name }) => <span class="break">{name}</span> },
              { id: 'place', header: 'Where the file has it', cell: ({ place }) => <code>{place}</code> },
            ]}
          />
        </>
      )}
    </section>
  )
}

function Targets({ status: { targets } }: { readonly status: PlatformStatus }) {
  return (
    <section class="stack">
      <h2>Targets</h2>
      {targets.length === 0 ? (
        <EmptyState title="No model leads to a provider yet" />
      ) : (
        <Table
          caption="Targets"
          rows={targets}
          rowKey={({ provider, model }) => `${provider} ${model}`}
          columns={[
            { id: 'provider', header: 'Provider', cell: ({ provider }) => <span class="break">{provider}</span> },
            { id: 'model', header: 'Model at the provider', cell: ({ model }) => <span class="break">{model}</span> },
            { id: 'breaker', header: 'State', cell: ({ breaker }) => <Breaker state={breaker} /> },
          ]}
        />
      )}
    </section>
  )
}
