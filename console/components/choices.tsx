import { useId } from 'preact/hooks'
import { Checkbox, describedBy, type Choice } from './field.js'

/** Some of a few values, as a group of checkboxes. */
export function Choices<Value extends string>(properties: {
  readonly legend: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly choices: readonly (Choice<Value> & { readonly hint?: string })[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}) {
  const { legend, hint, error, choices, chosen, onChange } = properties
  const id = useId()
  return (
    <fieldset class="choices" aria-describedby={describedBy(id, hint, error)}>
      <legend>{legend}</legend>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div class="choices-list">
        {choices.map(({ value, label, hint: own }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(checked) => onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
            {...(own !== undefined && { hint: own })}
          />
        ))}
      </div>
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
