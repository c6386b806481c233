import { useSignal } from '@preact/signals'
import { api } from '../api/api.js'
import { useAction } from '../api/use-action.js'
import { TextField } from '../components/field.js'
import { addMoney, dollars, enteredMoney } from '../format/money.js'
import { ActionDialog } from './action-dialog.js'

/** Adds to what a token, a user or a team may spend in all. */
export function TopUpDialog({
  path,
  what,
  budget,
  onClose,
  onDone,
}: {
  readonly path: string
  readonly what: string
  readonly budget: string
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const typed = useSignal('')
  const amount = enteredMoney(typed.value)
  const action = useAction(async () => {
    await api.post(`${path}/top-up`, { amount_usd: amount })
    onDone()
  })
  return (
    <ActionDialog
      title={`Top up ${what}`}
      verb="Add it"
      ready={amount !== undefined}
      action={action}
      onClose={onClose}
      onSubmit={action.start}
    >
      <TextField
        label="Amount in US dollars"
        inputMode="decimal"
        autoComplete="off"
        value={typed.value}
        hint={amount === undefined ? `The budget is ${dollars(budget)} now.` : `The budget will be ${dollars(addMoney(budget, amount))}.`}
        onInput={(text) => (typed.value = text)}
      />
    </ActionDialog>
  )
}
