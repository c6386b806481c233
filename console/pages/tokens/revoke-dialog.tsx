import { useSignal } from '@preact/signals'
import type { PlatformToken } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { ifMatch } from '../../api/if-match.js'
import { useAction } from '../../api/use-action.js'
import { TextField } from '../../components/field.js'
import { Ago } from '../../format/time.js'
import { ActionDialog } from '../../list/action-dialog.js'
import { usedLately } from './token-facts.js'

/** Revokes a token; one that is in use asks for its name first. */
export function RevokeDialog({
  token,
  path,
  onClose,
  onDone,
}: {
  readonly token: PlatformToken
  readonly path: string
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const typed = useSignal('')
  const inUse = usedLately(token, Date.now())
  const action = useAction(async () => {
    await api.delete(path, ifMatch(token.version))
    onDone()
  })
  return (
    <ActionDialog
      title={`Revoke ${token.name}`}
      verb="Revoke it"
      variant="danger"
      ready={!inUse || typed.value === token.name}
      action={action}
      onClose={onClose}
      onSubmit={action.start}
    >
      <p>Requests with this key are refused from now on; running streams end as they would. Its records stay. This cannot be taken back.</p>
      {inUse && token.last_used_at !== null && (
        <>
          <p>
            It was last used <Ago time={token.last_used_at} />.
          </p>
          <TextField
            label={`Type ${token.name} to revoke it`}
            value={typed.value}
            autoComplete="off"
            spellcheck={false}
            onInput={(text) => (typed.value = text)}
          />
        </>
      )}
    </ActionDialog>
  )
}
