import type { PlatformLoss } from '../../../generated/platform/model/index.js'
import { Table } from '../../components/table.js'

export function LossTable({ losses }: { readonly losses: readonly PlatformLoss[] }) {
  return (
    <section class="stack">
      <h2>What the conversion could not carry</h2>
      {losses.length === 0 ? (
        <p class="muted">Nothing: the request passed unchanged, or its conversion lost nothing.</p>
      ) : (
        <Table
          caption="What the conversion could not carry"
          rows={losses}
          rowKey={({ at, action }) => `${at} ${action}`}
          columns={[
            { id: 'at', header: 'Where', cell: ({ at }) => <code class="break">{at}</code> },
            { id: 'action', header: 'What was done', cell: ({ action }) => action },
            { id: 'why', header: 'Why', cell: ({ why }) => why },
          ]}
        />
      )}
    </section>
  )
}
