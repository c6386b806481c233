import type { PlatformUser } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { ifMatch } from '../../api/if-match.js'
import { useAction } from '../../api/use-action.js'
import { ActionDialog } from '../../list/action-dialog.js'

/** Asks once, then disables a user, or enables one who is disabled. */
export function DisableDialog({
  user: { name, version, disabled },
  path,
  onClose,
  onDone,
}: {
  readonly user: PlatformUser
  readonly path: string
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const verb = disabled ? 'Enable' : 'Disable'
  const action = useAction(async () => {
    await api.patch(path, { disabled: !disabled }, ifMatch(version))
    onDone()
  })
  return (
    <ActionDialog
      title={`${verb} ${name}`}
      verb={verb}
      variant={disabled ? 'primary' : 'danger'}
      action={action}
      onClose={onClose}
      onSubmit={action.start}
    >
      <p>
        {disabled
          ? `${name} can sign in again, and all of its tokens work again.`
          : `The sessions of ${name} end, and its tokens stop at once, until it is enabled again. Nothing is deleted.`}
      </p>
    </ActionDialog>
  )
}
