import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { Select, TextArea } from '../../components/field.js'
import { ErrorBlock, Skeleton } from '../../components/states.js'
import { lazy } from '../../components/lazy.js'
import { chatStyleChoices } from '../../format/styles.js'
import { FileButtons } from './file-buttons.js'
import { ModelPicker } from './model-picker.js'
import { loadModels, models } from './models.js'
import { change, newConversation, settingProblem, settings } from './playground.js'
import { SettingsDisclosure } from './settings-disclosure.js'
import { TokenChoice } from './token-choice.js'

const CodeDialog = lazy(() => import('./code-dialog.js'))

export function Panel() {
  const code = useSignal(false)
  return (
    <div class="settings-content stack">
      <ModelChoice />
      <Select
        label="Style"
        hint="The public endpoint that is really called."
        value={settings.value.style}
        choices={chatStyleChoices}
        onChange={(style) => change({ style })}
      />
      <TokenChoice />
      <TextArea label="System prompt" rows={3} value={settings.value.system} onInput={(system) => change({ system })} />
      <SettingsDisclosure />
      {settingProblem.value !== undefined && (
        <p class="field-error" role="alert">
          {settingProblem.value}
        </p>
      )}
      <div class="settings-buttons">
        <Button icon="plus" onClick={newConversation}>
          New conversation
        </Button>
        <Button icon="code" onClick={() => (code.value = true)}>
          View as code
        </Button>
        <FileButtons />
      </div>
      {code.value && <CodeDialog onClose={() => (code.value = false)} />}
    </div>
  )
}

function ModelChoice() {
  const { state, value } = models.value
  if (value === undefined && state === 'loading')
    return (
      <div class="field">
        <p class="field-name">Model</p>
        <Skeleton lines={1} what="the models" />
      </div>
    )
  if (value === undefined)
    return models.value.state === 'failed' ? <ErrorBlock problem={models.value.problem} onRetry={() => void loadModels()} /> : null
  if (value.length === 0) return <p class="hint">There is no model yet.</p>
  return <ModelPicker models={value} value={settings.value.model} onChange={(model) => change({ model })} />
}
