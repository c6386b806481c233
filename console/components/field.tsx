import type { ComponentChildren, TargetedInputEvent } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from './icon.js'

interface FieldProperties {
  readonly label: string
  readonly hint?: ComponentChildren
  readonly error?: string | undefined
}

/** What an input needs so that its label, hint and error are read with it. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
}

/** A label above a control of any kind, with its hint and error. */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProperties & { readonly children: (control: FieldControl) => ComponentChildren }) {
  const id = useId()
  const described = describedBy(id, hint, error)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(described !== undefined && { 'aria-describedby': described }),
        ...(error !== undefined && { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          <Icon name="alert" /> {error}
        </p>
      )}
    </div>
  )
}

/** The ids of a control's hint and error, where it has them. */
export function describedBy(id: string, hint: ComponentChildren, error: string | undefined): string | undefined {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])]
  return ids.length === 0 ? undefined : ids.join(' ')
}

interface TextProperties extends FieldProperties {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly name?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly readOnly?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly spellcheck?: boolean
  readonly autoComplete?: string
}

export interface TextFieldProperties extends TextProperties {
  readonly type?: 'text' | 'password' | 'search' | 'number' | 'url' | 'datetime-local' | 'date'
  readonly inputMode?: 'text' | 'decimal' | 'numeric'
  readonly min?: number | string
  readonly max?: number | string
  readonly step?: number | 'any'
}

export function TextField({ label, hint, error, onInput, type = 'text', ...rest }: TextFieldProperties) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => inputOf(type, { ...rest, ...control, onInput: (event) => onInput(event.currentTarget.value) })}
    </Field>
  )
}

type InputAttributes = Omit<TextFieldProperties, keyof FieldProperties | 'onInput' | 'type'> &
  FieldControl & { readonly onInput: (event: TargetedInputEvent<HTMLInputElement>) => void }

/** One element for each type: the attributes that an input may have depend on it. */
function inputOf(type: NonNullable<TextFieldProperties['type']>, attributes: InputAttributes) {
  switch (type) {
    case 'text':
      return <input {...attributes} type="text" />
    case 'password':
      return <input {...attributes} type="password" />
    case 'search':
      return <input {...attributes} type="search" />
    case 'number':
      return <input {...attributes} type="number" />
    case 'url':
      return <input {...attributes} type="url" />
    case 'date':
      return <input {...attributes} type="date" />
    case 'datetime-local':
      return <input {...attributes} type="datetime-local" />
  }
}

export interface TextAreaProperties extends TextProperties {
  readonly rows?: number
}

export function TextArea({ label, hint, error, onInput, rows = 3, ...rest }: TextAreaProperties) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...rest} {...control} rows={rows} onInput={(event) => onInput(event.currentTarget.value)} />}
    </Field>
  )
}

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

export interface SelectProperties<Value extends string> extends FieldProperties {
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
  readonly disabled?: boolean
}

export function Select<Value extends string>({ label, hint, error, value, choices, onChange, disabled }: SelectProperties<Value>) {
  const choose = (wanted: string) => {
    const choice = choices.find((one) => one.value === wanted)
    if (choice !== undefined) onChange(choice.value)
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} value={value} disabled={disabled} onChange={(event) => choose(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function Checkbox({
  label,
  checked,
  onChange,
  hint,
}: {
  readonly label: ComponentChildren
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly hint?: string
}) {
  const id = useId()
  return (
    <div class="checkbox">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
