import { useSignal } from '@preact/signals'
import { fieldProblem, useAction, type Action } from './use-action.js'

/** What is wrong with which field. */
type Errors<Field extends string> = Readonly<Partial<Record<Field, string>>>

export interface FormState<Form, Field extends string> {
  readonly value: Form
  readonly set: (change: Partial<Form> | ((form: Form) => Partial<Form>)) => void
  /** What its reader says of a field. */
  readonly readError: (field: Field) => string | undefined
  /** The same, or else what the API says of it. */
  readonly errorOf: (field: Field) => string | undefined
  readonly action: Action<readonly []>
}

/** The form of a dialog that makes an object or changes it. `read`: the body to send, or what is wrong; then nothing is sent. */
export function useForm<Form extends object, Body, Field extends string>(
  initial: Form,
  {
    read,
    send,
  }: {
    readonly read: (form: Form) => { readonly body: Body } | { readonly errors: Errors<Field> }
    readonly send: (body: Body, form: Form) => Promise<void>
  },
): FormState<Form, Field> {
  const form = useSignal(initial)
  const errors = useSignal<Errors<Field> | undefined>(undefined)
  const action = useAction(async () => {
    const result = read(form.value)
    errors.value = 'errors' in result ? result.errors : undefined
    if ('body' in result) await send(result.body, form.value)
  })
  const readError = (field: Field) => errors.value?.[field]
  return {
    value: form.value,
    set: (change) => {
      const before = form.peek()
      form.value = { ...before, ...(typeof change === 'function' ? change(before) : change) }
    },
    readError,
    errorOf: (field) => readError(field) ?? fieldProblem(action.problem, field),
    action,
  }
}
