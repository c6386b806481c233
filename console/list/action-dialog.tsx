import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Action } from '../api/use-action.js'
import { Button } from '../components/button.js'
import { Dialog } from '../components/dialog.js'
import { ErrorBlock } from '../components/states.js'

/** A dialog with one form: its fields, what went wrong, Cancel, and the button that does it. */
export function ActionDialog(properties: {
  readonly title: string
  readonly verb: string
  readonly variant?: 'primary' | 'danger'
  readonly size?: 'small' | 'large'
  /** False: the fields are not filled in so that it could be done. */
  readonly ready?: boolean
  readonly action: Pick<Action<readonly []>, 'busy' | 'problem'>
  readonly onClose: () => void
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}) {
  const { title, verb, variant = 'primary', size = 'small', ready = true, action, onClose, onSubmit, children } = properties
  const id = useId()
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      size={size}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={variant} type="submit" form={id} busy={action.busy} disabled={!ready}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) onSubmit()
        }}
      >
        {children}
        {action.problem !== undefined && <ErrorBlock problem={action.problem} />}
      </form>
    </Dialog>
  )
}
