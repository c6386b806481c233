import type { PlatformAttempt } from '../../../generated/platform/model/index.js'
import { Status } from '../../components/status.js'
import { Table } from '../../components/table.js'
import { failureText } from '../../format/failures.js'
import { duration } from '../../format/numbers.js'
import { Amount } from '../../format/spending.js'
import { reasonOf } from './attempts.js'

export function AttemptTable({ attempts }: { readonly attempts: readonly PlatformAttempt[] }) {
  return (
    <section class="stack">
      <h2>Attempts</h2>
      {attempts.length === 0 ? (
        <p class="muted">None: the request was answered before a provider was asked.</p>
      ) : (
        <Table
          caption="Attempts"
          rows={attempts.map((attempt, index) => ({ attempt, index }))}
          rowKey={({ index }) => String(index)}
          columns={[
            { id: 'number', header: '#', numeric: true, cell: ({ index }) => index + 1 },
            { id: 'reason', header: 'Why this target', cell: ({ index }) => reasonOf(attempts, index) },
            { id: 'provider', header: 'Provider', cell: ({ attempt }) => <span class="break">{attempt.provider}</span> },
            { id: 'model', header: 'Model at the provider', cell: ({ attempt }) => <span class="break">{attempt.model}</span> },
            { id: 'end', header: 'Result', cell: ({ attempt }) => <End attempt={attempt} /> },
            { id: 'duration', header: 'Duration', numeric: true, cell: ({ attempt }) => duration(attempt.duration_ms) },
            { id: 'cost', header: 'Cost', numeric: true, cell: ({ attempt }) => <Amount text={attempt.cost_usd} /> },
          ]}
        />
      )}
    </section>
  )
}

function End({ attempt: { status, error } }: { readonly attempt: PlatformAttempt }) {
  if (error === undefined) return <Status kind="good">{status ?? 'answered'}</Status>
  return (
    <Status kind="bad">
      <span title={error}>
        {status} {failureText(error)}
      </span>
    </Status>
  )
}
