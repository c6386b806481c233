import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Checkbox } from '../../components/field.js'
import { change, settings } from './playground.js'
import type { Effort, Settings, Switched, SwitchName } from './settings.js'

/** Settings with a switch each. */
export default function SettingsFields() {
  const { stream, enterSends, singleKeys, style } = settings.value
  return (
    <div class="settings">
      <p class="hint">
        A setting that is off is not sent.{style === 'messages' && ' This style needs a limit of tokens: without yours, 4,096.'}
      </p>
      <Checkbox label="Stream" checked={stream} onChange={(on) => change({ stream: on })} />
      <NumberSetting name="temperature" label="Temperature" min={0} max={2} step={0.1} />
      <NumberSetting name="maxTokens" label="Max tokens" min={1} max={1_000_000} step={1} />
      <NumberSetting name="topP" label="Top p" min={0} max={1} step={0.05} />
      <TextSetting name="stop" label="Stop at (one per line)" rows={2} />
      <Setting name="effort" label="Reasoning">
        {(id) => (
          <select
            id={id}
            aria-label="Reasoning effort"
            value={settings.value.effort.value}
            onChange={(event) => change({ effort: { on: true, value: effortOf(event.currentTarget.value) } })}
          >
            <option value="low">low</option>
            <option value="medium">medium</option>
            <option value="high">high</option>
          </select>
        )}
      </Setting>
      <TextSetting name="schema" label="JSON schema" rows={7} />
      <TextSetting name="tools" label="Tools" rows={10} />
      <Checkbox label="Enter sends" hint="Else Ctrl Enter sends." checked={enterSends} onChange={(on) => change({ enterSends: on })} />
      <Checkbox
        label="Single keys"
        hint="Outside of fields, / goes to the message and ? lists the keys."
        checked={singleKeys}
        onChange={(on) => change({ singleKeys: on })}
      />
    </div>
  )
}

function Setting(properties: { readonly name: SwitchName; readonly label: string; readonly children: (id: string) => ComponentChildren }) {
  const { name, label, children } = properties
  const id = useId()
  const { on } = settings.value[name]
  return (
    <div class="setting">
      <Checkbox label={label} checked={on} onChange={(checked) => change(switched(name, checked))} />
      {on && children(id)}
    </div>
  )
}

function switched(name: SwitchName, on: boolean): Partial<Settings> {
  return { [name]: { ...settings.value[name], on } }
}

type NameOf<Value> = { [Name in keyof Settings]: Settings[Name] extends Switched<Value> ? Name : never }[keyof Settings] & SwitchName

function NumberSetting(properties: {
  readonly name: NameOf<number>
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
}) {
  const { name, label, ...limits } = properties
  return (
    <Setting name={name} label={label}>
      {(id) => (
        <input
          {...limits}
          id={id}
          type="number"
          aria-label={`${label}: value`}
          value={settings.value[name].value}
          onInput={(event) => {
            const value = event.currentTarget.valueAsNumber
            if (Number.isFinite(value)) change({ [name]: { on: true, value } })
          }}
        />
      )}
    </Setting>
  )
}

function TextSetting({ name, label, rows }: { readonly name: 'stop' | 'schema' | 'tools'; readonly label: string; readonly rows: number }) {
  return (
    <Setting name={name} label={label}>
      {(id) => (
        <textarea
          id={id}
          class="mono"
          rows={rows}
          spellcheck={false}
          aria-label={`${label}: value`}
          value={settings.value[name].value}
          onInput={(event) => change({ [name]: { on: true, value: event.currentTarget.value } })}
        />
      )}
    </Setting>
  )
}

function effortOf(text: string): Effort {
  return text === 'low' || text === 'high' ? text : 'medium'
}
