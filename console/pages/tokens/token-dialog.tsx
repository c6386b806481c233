import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PlatformCreatedToken, PlatformNewToken } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { useAction } from '../../api/use-action.js'
import { Button } from '../../components/button.js'
import { Dialog } from '../../components/dialog.js'
import { ErrorBlock } from '../../components/states.js'
import { emptyForm, readForm, type FormErrors } from './token-form.js'
import { TokenFields } from './token-fields.js'

/** Makes a token; `onDone` gets it with its key. */
export function TokenDialog({
  open,
  onClose,
  onDone,
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly onDone: (token: PlatformCreatedToken) => void
}) {
  const form = useSignal(emptyForm)
  const errors = useSignal<FormErrors>({})
  const action = useAction(async (body: PlatformNewToken) => onDone(await api.post<PlatformCreatedToken>('/api/admin/tokens', body)))
  useEffect(() => {
    if (!open) return
    form.value = emptyForm
    errors.value = {}
    action.forgetProblem()
  }, [open])
  const submit = () => {
    const read = readForm(form.value, Date.now())
    errors.value = 'errors' in read ? read.errors : {}
    if ('body' in read) action.start(read.body)
  }
  return (
    <Dialog
      title="Create a token"
      open={open}
      onClose={onClose}
      size="large"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="token-form" busy={action.busy}>
            Create the token
          </Button>
        </>
      }
    >
      <form
        id="token-form"
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TokenFields form={form} errors={errors.value} problem={action.problem} />
        {action.problem !== undefined && <ErrorBlock problem={action.problem} />}
      </form>
    </Dialog>
  )
}
