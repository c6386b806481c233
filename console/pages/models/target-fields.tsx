import { Button } from '../../components/button.js'
import { Select, TextField } from '../../components/field.js'
import { Icon } from '../../components/icon.js'
import type { TargetForm } from './model-form.js'

/** The targets of a model, in the order to try: each can be moved by buttons. */
export function TargetFields({
  targets,
  providers,
  error,
  onChange,
}: {
  readonly targets: readonly TargetForm[]
  readonly providers: readonly string[]
  readonly error: string | undefined
  readonly onChange: (targets: readonly TargetForm[]) => void
}) {
  const set = (index: number, change: Partial<TargetForm>) =>
    onChange(targets.map((target, at) => (at === index ? { ...target, ...change } : target)))
  const up = (index: number) => {
    const [before, target] = [targets[index - 1], targets[index]]
    if (before === undefined || target === undefined) return
    onChange(targets.map((one, at) => (at === index - 1 ? target : at === index ? before : one)))
  }
  const add = () => {
    const id = Math.max(-1, ...targets.map((target) => target.id)) + 1
    onChange([...targets, { id, provider: '', model: '', weight: '' }])
  }
  const choices = (chosen: string) =>
    ['', ...new Set([...providers, ...(chosen === '' ? [] : [chosen])])].map((value) => ({
      value,
      label: value === '' ? 'Choose …' : value,
    }))
  return (
    <fieldset class="choices">
      <legend>Targets, in the order to try</legend>
      {targets.map(({ id, provider, model, weight }, index) => (
        <div key={id} class="target-fields">
          <Select label="Provider" value={provider} choices={choices(provider)} onChange={(chosen) => set(index, { provider: chosen })} />
          <TextField
            label="Model at the provider"
            value={model}
            autoComplete="off"
            spellcheck={false}
            onInput={(text) => set(index, { model: text })}
          />
          <TextField
            label="Weight"
            value={weight}
            inputMode="decimal"
            autoComplete="off"
            onInput={(text) => set(index, { weight: text })}
          />
          <div class="row">
            {targets.length > 1 && (
              <Button variant="quiet" icon="arrowUp" disabled={index === 0} onClick={() => up(index)}>
                Up<span class="visually-hidden">: target {index + 1}</span>
              </Button>
            )}
            {targets.length > 1 && (
              <Button variant="quiet" icon="trash" onClick={() => onChange(targets.filter((_, at) => at !== index))}>
                Remove<span class="visually-hidden">: target {index + 1}</span>
              </Button>
            )}
          </div>
        </div>
      ))}
      {error !== undefined && (
        <p class="field-error">
          <Icon name="alert" /> {error}
        </p>
      )}
      <div>
        <Button icon="plus" onClick={add}>
          Add a target
        </Button>
      </div>
    </fieldset>
  )
}
