import type { PlatformModel } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { ifMatch } from '../../api/if-match.js'
import { fieldProblem } from '../../api/use-action.js'
import { useForm } from '../../api/use-form.js'
import { Choices } from '../../components/choices.js'
import { Disclosure } from '../../components/disclosure.js'
import { TextArea, TextField } from '../../components/field.js'
import { modalityChoices } from '../../format/modalities.js'
import { ActionDialog } from '../../list/action-dialog.js'
import { changesOf, emptyForm, formOf, priceFields, readForm, type PriceField } from './model-form.js'
import { modelPath } from './model-path.js'
import { TargetFields } from './target-fields.js'

const priceTitles: Readonly<Record<PriceField, string>> = {
  input_per_million_usd: 'Input',
  cached_input_per_million_usd: 'Input from the cache',
  cache_write_per_million_usd: 'Input written to the cache',
  output_per_million_usd: 'Output',
}

/** Makes a model, or changes one. */
export function ModelDialog({
  model,
  providers,
  onClose,
  onDone,
}: {
  readonly model?: PlatformModel
  /** The names of all providers. */
  readonly providers: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { value, set, readError, errorOf, action } = useForm(model === undefined ? emptyForm : formOf(model), {
    read: (form) => readForm(form, model),
    send: async (body) => {
      if (model === undefined) await api.post('/api/admin/models', body)
      else {
        const changes = changesOf(model, body)
        if (Object.keys(changes).length > 0) await api.patch(modelPath(model.name), changes, ifMatch(model.version))
      }
      onDone()
    },
  })
  const tokensError = {
    contextWindow: readError('contextWindow') ?? fieldProblem(action.problem, 'context_window'),
    maxOutput: readError('maxOutput') ?? fieldProblem(action.problem, 'max_output_tokens'),
  }
  const priceError = (field: PriceField) => readError(field) ?? fieldProblem(action.problem, `price/${field}`)
  const aliasesError = fieldProblem(action.problem, 'aliases')
  const modalitiesError = fieldProblem(action.problem, 'modalities')
  return (
    <ActionDialog
      title={model === undefined ? 'Add a model' : `Change ${model.name}`}
      verb={model === undefined ? 'Add the model' : 'Save'}
      size="large"
      action={action}
      onClose={onClose}
      onSubmit={action.start}
    >
      {model === undefined && (
        <TextField
          label="Name"
          hint="What clients write in “model”. One * stands for any characters."
          value={value.name}
          error={errorOf('name')}
          required
          autoComplete="off"
          spellcheck={false}
          onInput={(name) => set({ name })}
        />
      )}
      <TargetFields targets={value.targets} providers={providers} error={errorOf('targets')} onChange={(targets) => set({ targets })} />
      <Disclosure
        summary="Price per million tokens, in US dollars"
        open={priceFields.some((field) => value.price[field] !== '')}
        wrong={priceFields.some((field) => priceError(field) !== undefined)}
      >
        <div class="stack">
          <p class="hint">Leave empty for the price that the gateway knows of the target. Other parts of a price stay as they are.</p>
          <div class="field-grid">
            {priceFields.map((field) => (
              <TextField
                key={field}
                label={priceTitles[field]}
                inputMode="decimal"
                autoComplete="off"
                value={value.price[field]}
                error={priceError(field)}
                onInput={(text) => set(({ price }) => ({ price: { ...price, [field]: text } }))}
              />
            ))}
          </div>
        </div>
      </Disclosure>
      <Disclosure
        summary="Input kinds and limits"
        open={value.contextWindow !== '' || value.maxOutput !== '' || value.modalities.length > 0}
        wrong={[tokensError.contextWindow, tokensError.maxOutput, modalitiesError].some((error) => error !== undefined)}
      >
        <div class="stack">
          <div class="field-grid">
            <TextField
              label="Context window in tokens"
              hint="Input and output together. Leave empty for what the gateway knows of the target."
              inputMode="numeric"
              autoComplete="off"
              value={value.contextWindow}
              error={tokensError.contextWindow}
              onInput={(contextWindow) => set({ contextWindow })}
            />
            <TextField
              label="Output limit in tokens"
              hint="Where the client sets none and the provider needs one."
              inputMode="numeric"
              autoComplete="off"
              value={value.maxOutput}
              error={tokensError.maxOutput}
              onInput={(maxOutput) => set({ maxOutput })}
            />
          </div>
          <Choices
            legend="Messages may have"
            hint="Choose none where it is not known."
            choices={modalityChoices}
            chosen={value.modalities}
            error={modalitiesError}
            onChange={(modalities) => set({ modalities })}
          />
        </div>
      </Disclosure>
      <Disclosure summary="Other names" open={value.aliases !== ''} wrong={aliasesError !== undefined}>
        <div class="field-grid">
          <TextArea
            label="Other names"
            hint="One per line."
            value={value.aliases}
            error={aliasesError}
            spellcheck={false}
            onInput={(aliases) => set({ aliases })}
          />
        </div>
      </Disclosure>
    </ActionDialog>
  )
}
