import type { Signal } from '@preact/signals'
import { fieldProblem } from '../../api/use-action.js'
import type { Problem } from '../../api/problem.js'
import { Choices } from '../../components/choices.js'
import { Disclosure } from '../../components/disclosure.js'
import { Select, TextArea, TextField } from '../../components/field.js'
import { Icon } from '../../components/icon.js'
import { budgetFields, budgetTitles } from '../../format/budgets.js'
import { rateFields, type Expiry, type FormErrors, type RateField, type Scope, type TokenForm } from './token-form.js'
import { styleChoices } from '../../format/styles.js'

const expiries: readonly { readonly value: Expiry; readonly label: string }[] = [
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
  { value: 'custom', label: 'At a time …' },
  { value: 'never', label: 'Never' },
]

const scopes: readonly { readonly value: Scope; readonly label: string; readonly hint: string }[] = [
  { value: 'inference', label: 'Models', hint: 'Requests to the model endpoints.' },
  { value: 'read', label: 'Read the admin API', hint: 'Tokens, usage and records of everybody.' },
  { value: 'admin', label: 'All of the admin API', hint: 'It can make tokens and read every record.' },
]

const rateTitles: Readonly<Record<RateField, string>> = {
  requests_per_minute: 'Requests per minute',
  requests_per_day: 'Requests per day',
  tokens_per_minute: 'Tokens per minute',
  tokens_per_day: 'Tokens per day',
  max_concurrent: 'Requests at a time',
  max_wait_ms: 'Longest wait in line, in milliseconds',
}

/** The fields of a token. `fixedName`: it exists already. */
export function TokenFields({
  form,
  errors,
  problem,
  fixedName = false,
}: {
  readonly form: Signal<TokenForm>
  readonly errors: FormErrors
  readonly problem: Problem | undefined
  readonly fixedName?: boolean
}) {
  const value = form.value
  const set = (change: Partial<TokenForm>) => (form.value = { ...form.peek(), ...change })
  const errorOf = (field: keyof FormErrors) => errors[field] ?? fieldProblem(problem, field)
  const stylesError = fieldProblem(problem, 'styles')
  const limit = (field: keyof TokenForm['limits'], label: string, inputMode: 'decimal' | 'numeric') => (
    <TextField
      key={field}
      label={label}
      value={value.limits[field]}
      error={errorOf(field)}
      inputMode={inputMode}
      autoComplete="off"
      placeholder="no limit"
      onInput={(text) => set({ limits: { ...form.peek().limits, [field]: text } })}
    />
  )
  return (
    <>
      <div class="field-grid">
        {!fixedName && (
          <TextField
            label="Name"
            hint="Shown in lists, logs and metrics."
            value={value.name}
            error={errorOf('name')}
            required
            autoComplete="off"
            spellcheck={false}
            onInput={(name) => set({ name })}
          />
        )}
        <Select label="Expires" value={value.expiry} choices={expiries} onChange={(expiry) => set({ expiry })} />
        {value.expiry === 'custom' && (
          <TextField
            label="At (UTC)"
            type="datetime-local"
            value={value.expiresAt}
            error={errorOf('expiresAt') ?? fieldProblem(problem, 'expires_at')}
            onInput={(expiresAt) => set({ expiresAt })}
          />
        )}
        <TextField
          label="User"
          value={value.user}
          error={fieldProblem(problem, 'user')}
          placeholder="nobody"
          onInput={(user) => set({ user })}
        />
        <TextField
          label="Team"
          value={value.team}
          error={fieldProblem(problem, 'team')}
          placeholder="the user’s"
          onInput={(team) => set({ team })}
        />
      </div>
      {value.expiry === 'never' && (
        <p class="notice warning">
          <Icon name="alert" />
          <span>A key that never expires works until somebody revokes it, even if it has leaked unnoticed.</span>
        </p>
      )}
      <Disclosure summary="Models and styles" wrong={errorOf('models') !== undefined || stylesError !== undefined}>
        <div class="stack">
          <TextArea
            label="Models"
            hint="One per line; * stands for any characters. Leave empty for all."
            value={value.models}
            error={errorOf('models')}
            spellcheck={false}
            placeholder="all"
            onInput={(models) => set({ models })}
          />
          <Choices
            legend="Styles and endpoints"
            hint="Select none to allow all."
            choices={styleChoices}
            chosen={value.styles}
            error={stylesError}
            onChange={(styles) => set({ styles })}
          />
        </div>
      </Disclosure>
      <Disclosure summary="Budgets, in US dollars" wrong={budgetFields.some((field) => errorOf(field) !== undefined)}>
        <div class="field-grid">{budgetFields.map((field) => limit(field, budgetTitles[field], 'decimal'))}</div>
      </Disclosure>
      <Disclosure summary="Rates" wrong={rateFields.some((field) => errorOf(field) !== undefined)}>
        <div class="field-grid">{rateFields.map((field) => limit(field, rateTitles[field], 'numeric'))}</div>
      </Disclosure>
      <Disclosure summary="Scopes and networks" wrong={errorOf('scopes') !== undefined || errorOf('networks') !== undefined}>
        <div class="stack">
          <Choices
            legend="Scopes"
            choices={scopes}
            chosen={value.scopes}
            error={errorOf('scopes')}
            onChange={(chosen) => set({ scopes: chosen })}
          />
          <TextArea
            label="Networks"
            hint="Addresses that it may be used from, such as 10.0.0.0/8. Leave empty for everywhere."
            value={value.networks}
            error={errorOf('networks')}
            spellcheck={false}
            placeholder="everywhere"
            onInput={(networks) => set({ networks })}
          />
        </div>
      </Disclosure>
    </>
  )
}
