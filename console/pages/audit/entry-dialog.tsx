import type { PlatformAuditEntry } from '../../../generated/platform/model/index.js'
import { Dialog } from '../../components/dialog.js'
import { Facts } from '../../components/facts.js'
import { Table } from '../../components/table.js'
import { Utc } from '../../format/time.js'
import { capitalised } from '../../format/words.js'
import { valueText } from './entries.js'

export function EntryDialog({ entry, onClose }: { readonly entry: PlatformAuditEntry; readonly onClose: () => void }) {
  return (
    <Dialog title={capitalised(`${entry.object} ${entry.name}: ${entry.action.replace('_', ' ')}`)} open onClose={onClose} size="large">
      <Facts
        facts={[
          ['At', <Utc time={entry.at} />],
          ['By', `${entry.actor.kind.replace('_', ' ')} ${entry.actor.name}`],
          ['From', entry.address ?? '–'],
          ['Request', entry.request_id === null ? '–' : <code class="break whole-width">{entry.request_id}</code>],
        ]}
      />
      {entry.changes.length === 0 ? (
        <p class="muted">No member of it was changed.</p>
      ) : (
        <Table
          caption="What was changed"
          rows={entry.changes}
          rowKey={({ member }) => member}
          columns={[
            { id: 'member', header: 'Member', cell: ({ member }) => <code class="break">{member}</code> },
            { id: 'before', header: 'Before', cell: ({ before }) => <span class="break">{valueText(before)}</span> },
            { id: 'after', header: 'After', cell: ({ after }) => <span class="break">{valueText(after)}</span> },
          ]}
        />
      )}
    </Dialog>
  )
}
