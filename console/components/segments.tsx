import { useId } from 'preact/hooks'
import type { Choice } from './field.js'

/** One of a few values, side by side: radio buttons. */
export function Segments<Value extends string>({
  legend,
  value,
  choices,
  onChange,
}: {
  readonly legend: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input type="radio" name={name} value={choice.value} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
