import type { PlatformProvider } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { ifMatch } from '../../api/if-match.js'
import { fieldProblem } from '../../api/use-action.js'
import { useForm } from '../../api/use-form.js'
import { Disclosure } from '../../components/disclosure.js'
import { Checkbox, Select, TextArea, TextField } from '../../components/field.js'
import { ActionDialog } from '../../list/action-dialog.js'
import { kinds } from './kinds.js'
import { changesOf, emptyForm, formOf, othersProblem, readForm } from './provider-form.js'
import { providerPath } from './provider-path.js'

const kindChoices = kinds.map((value) => ({ value, label: value }))

/** Makes a provider, or changes one. */
export function ProviderDialog({
  provider,
  onClose,
  onDone,
}: {
  readonly provider?: PlatformProvider
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { value, set, readError, errorOf, action } = useForm(provider === undefined ? emptyForm : formOf(provider), {
    read: readForm,
    send: async (body, form) => {
      if (provider === undefined) await api.post('/api/admin/providers', body)
      else {
        const changes = changesOf(provider, form)
        if (Object.keys(changes).length > 0) await api.patch(providerPath(provider.name), changes, ifMatch(provider.version))
      }
      onDone()
    },
  })
  const othersError = readError('others') ?? othersProblem(action.problem)
  return (
    <ActionDialog
      title={provider === undefined ? 'Add a provider' : `Change ${provider.name}`}
      verb={provider === undefined ? 'Add the provider' : 'Save'}
      size="large"
      action={action}
      onClose={onClose}
      onSubmit={action.start}
    >
      <div class="field-grid">
        {provider === undefined && (
          <>
            <TextField
              label="Name"
              value={value.name}
              error={errorOf('name')}
              required
              autoComplete="off"
              spellcheck={false}
              onInput={(name) => set({ name })}
            />
            <Select
              label="Kind"
              value={value.kind}
              choices={kindChoices}
              error={fieldProblem(action.problem, 'kind')}
              onChange={(kind) => set({ kind })}
            />
          </>
        )}
        <TextField
          label="Base URL"
          hint="In the form that the provider’s own library takes. Leave empty for its usual address."
          type="url"
          value={value.baseUrl}
          error={errorOf('base_url')}
          autoComplete="off"
          spellcheck={false}
          onInput={(baseUrl) => set({ baseUrl })}
        />
        <TextField
          label="API key"
          hint={
            provider?.api_key === undefined || provider.api_key === null
              ? 'It is encrypted in the database.'
              : `Leave empty to keep ${provider.api_key}.`
          }
          type="password"
          value={value.apiKey}
          error={fieldProblem(action.problem, 'api_key')}
          autoComplete="off"
          disabled={value.withoutKey}
          onInput={(apiKey) => set({ apiKey })}
        />
      </div>
      {provider !== undefined && provider.api_key !== null && (
        <Checkbox label="Take the key away" checked={value.withoutKey} onChange={(withoutKey) => set({ withoutKey, apiKey: '' })} />
      )}
      <Disclosure summary="Other settings" open={value.others !== ''} wrong={othersError !== undefined}>
        <TextArea
          label="Other settings, as JSON"
          hint="Named as in anywire.yaml: chat_api, headers, proxy, timeouts, and those of the kind alone. Leave a masked value as it is, or write the whole secret."
          value={value.others}
          error={othersError}
          rows={6}
          spellcheck={false}
          onInput={(others) => set({ others })}
        />
      </Disclosure>
    </ActionDialog>
  )
}
