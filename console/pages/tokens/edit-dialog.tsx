import { useSignal } from '@preact/signals'
import type { PlatformToken, PlatformTokenChanges } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { ifMatch } from '../../api/if-match.js'
import { useAction } from '../../api/use-action.js'
import { ActionDialog } from '../../list/action-dialog.js'
import { changesOf, formOf, readForm, type FormErrors } from './token-form.js'
import { TokenFields } from './token-fields.js'

export function EditDialog({
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
  const form = useSignal(formOf(token))
  const errors = useSignal<FormErrors>({})
  const action = useAction(async (changes: PlatformTokenChanges) => {
    if (Object.keys(changes).length > 0) await api.patch(path, changes, ifMatch(token.version))
    onDone()
  })
  const submit = () => {
    const read = readForm(form.value, Date.now())
    errors.value = 'errors' in read ? read.errors : {}
    if ('body' in read) action.start(changesOf(token, read.body))
  }
  return (
    <ActionDialog title={`Change ${token.name}`} verb="Save" size="large" action={action} onClose={onClose} onSubmit={submit}>
      <TokenFields form={form} errors={errors.value} problem={action.problem} fixedName />
    </ActionDialog>
  )
}
