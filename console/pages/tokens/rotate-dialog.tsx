import { useSignal } from '@preact/signals'
import type { PlatformCreatedToken } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { useAction } from '../../api/use-action.js'
import { Select, type Choice } from '../../components/field.js'
import { ActionDialog } from '../../list/action-dialog.js'

type Grace = '0' | '3600' | '86400' | '604800' | '2592000'

const graces: readonly Choice<Grace>[] = [
  { value: '0', label: 'It ends at once' },
  { value: '3600', label: 'For an hour' },
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
  { value: '2592000', label: 'For 30 days' },
]

export function RotateDialog({
  name,
  path,
  onClose,
  onDone,
}: {
  readonly name: string
  readonly path: string
  readonly onClose: () => void
  readonly onDone: (token: PlatformCreatedToken) => void
}) {
  const grace = useSignal<Grace>('86400')
  const action = useAction(async () => {
    onDone(await api.post<PlatformCreatedToken>(`${path}/rotate`, { grace_seconds: Number(grace.value) }))
  })
  return (
    <ActionDialog title={`Rotate ${name}`} verb="Create a new key" action={action} onClose={onClose} onSubmit={action.start}>
      <p>The token gets a new key, which is shown once. Limits, records and spending stay the token’s.</p>
      <Select label="The key before goes on working" value={grace.value} choices={graces} onChange={(value) => (grace.value = value)} />
    </ActionDialog>
  )
}
