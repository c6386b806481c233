import type { ComponentChildren } from 'preact'
import { api } from '../api/api.js'
import { ifMatch } from '../api/if-match.js'
import { useAction } from '../api/use-action.js'
import { ActionDialog } from './action-dialog.js'

/** Asks once, then deletes. */
export function DeleteDialog({
  name,
  path,
  version,
  onClose,
  onDone,
  children,
}: {
  readonly name: string
  readonly path: string
  readonly version: string | null
  readonly onClose: () => void
  readonly onDone: () => void
  /** What it means. */
  readonly children: ComponentChildren
}) {
  const action = useAction(async () => {
    await api.delete(path, ifMatch(version))
    onDone()
  })
  return (
    <ActionDialog title={`Delete ${name}`} verb="Delete it" variant="danger" action={action} onClose={onClose} onSubmit={action.start}>
      {children}
    </ActionDialog>
  )
}
