import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { PlatformConsoleModel } from '../../../generated/platform/model/index.js'
import { factsOf, groupsOf } from './model-list.js'

/** A list of models to choose from by typing: the combobox of the ARIA patterns. */
export function ModelPicker(properties: {
  readonly models: readonly PlatformConsoleModel[]
  readonly value: string
  readonly onChange: (name: string) => void
}) {
  const { models, value, onChange } = properties
  const id = useId()
  const open = useSignal(false)
  const typed = useSignal('')
  const active = useSignal(0)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const groups = useComputed(() => groupsOf(models, typed.value))
  const names = groups.value.flatMap((group) => group.models.map((model) => model.name))
  const current = names[Math.min(active.value, names.length - 1)]

  const show = () => {
    if (open.value) return
    typed.value = ''
    active.value = Math.max(
      0,
      groupsOf(models, '')
        .flatMap((group) => group.models)
        .findIndex((model) => model.name === value),
    )
    open.value = true
  }
  const choose = (name: string | undefined) => {
    if (name !== undefined) onChange(name)
    open.value = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open.value) {
      event.stopPropagation()
      open.value = false
      return
    }
    if (event.key === 'Enter' && open.value) {
      event.preventDefault()
      choose(current)
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    if (!open.value) show()
    else active.value = Math.max(0, Math.min(names.length - 1, active.value + step))
  }
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current, open.value])

  return (
    <div class="field model-picker">
      <label for={id}>Model</label>
      <input
        ref={input}
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={open.value}
        aria-controls={`${id}-list`}
        aria-activedescendant={open.value && current !== undefined ? `${id}-${names.indexOf(current)}` : undefined}
        placeholder={value === '' ? 'Choose a model' : value}
        value={open.value ? typed.value : value}
        onFocus={(event) => event.currentTarget.select()}
        onClick={show}
        onBlur={() => (open.value = false)}
        onKeyDown={onKeyDown}
        onInput={(event) => {
          if (!open.value) open.value = true
          typed.value = event.currentTarget.value
          active.value = 0
        }}
      />
      <div ref={list} id={`${id}-list`} class="options" role="listbox" aria-label="Models" hidden={!open.value}>
        {groups.value.map((group) => (
          <div key={group.provider} role="group" aria-label={group.provider}>
            <p class="options-group" aria-hidden="true">
              {group.provider}
            </p>
            {group.models.map((model) => (
              <div
                key={model.name}
                id={`${id}-${names.indexOf(model.name)}`}
                class="option"
                role="option"
                aria-selected={model.name === current}
                // Before the input loses the focus.
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(model.name)
                }}
              >
                <span>{model.name}</span>
                <small>{factsOf(model)}</small>
              </div>
            ))}
          </div>
        ))}
        {names.length === 0 && <p class="options-none">No model has “{typed.value}” in its name.</p>}
      </div>
    </div>
  )
}
