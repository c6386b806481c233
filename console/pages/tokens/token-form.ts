import type { PlatformNewToken, PlatformToken, PlatformTokenChanges } from '../../../generated/platform/model/index.js'
import { budgetTexts, readBudgets, type BudgetField } from '../../format/budgets.js'
import { timeOfField } from '../../format/times.js'
import type { Style } from '../../format/styles.js'
import { nameProblem } from '../../format/names.js'

export type Scope = NonNullable<PlatformNewToken['scopes']>[number]

export const rateFields = [
  'requests_per_minute',
  'requests_per_day',
  'tokens_per_minute',
  'tokens_per_day',
  'max_concurrent',
  'max_wait_ms',
] as const
export type RateField = (typeof rateFields)[number]

export type Expiry = '7' | '30' | '90' | '365' | 'never' | 'custom'

/** What is typed into the form: texts, as they stand there. */
export interface TokenForm {
  readonly name: string
  readonly user: string
  readonly team: string
  readonly expiry: Expiry
  /** Of `custom`: the field's text, in UTC. */
  readonly expiresAt: string
  readonly models: string
  /** None: all. */
  readonly styles: readonly Style[]
  readonly scopes: readonly Scope[]
  readonly networks: string
  readonly limits: Readonly<Record<BudgetField | RateField, string>>
}

export type FormErrors = Readonly<
  Partial<Record<'name' | 'expiresAt' | 'models' | 'networks' | 'scopes' | BudgetField | RateField, string>>
>

export type ReadForm = { readonly body: PlatformNewToken } | { readonly errors: FormErrors }

const noLimits: TokenForm['limits'] = {
  ...{ budget_usd: '', budget_per_day_usd: '', budget_per_week_usd: '', budget_per_month_usd: '' },
  ...{ requests_per_minute: '', requests_per_day: '', tokens_per_minute: '', tokens_per_day: '', max_concurrent: '', max_wait_ms: '' },
}

export const emptyForm: TokenForm = {
  ...{ name: '', user: '', team: '', expiry: '30', expiresAt: '', models: '', styles: [], scopes: ['inference'], networks: '' },
  limits: noLimits,
}

/** The form of a token that exists, to change it. */
export function formOf(token: PlatformToken): TokenForm {
  const limits = { ...noLimits, ...budgetTexts(token) }
  for (const field of rateFields) limits[field] = token[field] === null ? '' : String(token[field])
  return {
    name: token.name,
    user: token.user ?? '',
    team: token.team ?? '',
    expiry: token.expires_at === null ? 'never' : 'custom',
    expiresAt: token.expires_at?.slice(0, 16) ?? '',
    models: token.models.length === 1 && token.models[0] === '*' ? '' : token.models.join('\n'),
    styles: token.styles ?? [],
    scopes: token.scopes,
    networks: (token.networks ?? []).join('\n'),
    limits,
  }
}

/** The body that makes this token, or what is wrong at which field. `now`: milliseconds since the epoch. */
export function readForm(form: TokenForm, now: number): ReadForm {
  const errors: Partial<Record<keyof FormErrors, string>> = {}
  const name = form.name.trim()
  const nameError = nameProblem(name, 'A token needs a name.')
  if (nameError !== undefined) errors.name = nameError
  const expires = expiryOf(form, now)
  if (expires === 'wrong') errors.expiresAt = 'A time that is not over yet.'
  const networks = words(form.networks)
  const wrongNetwork = networks.find((network) => !/^[0-9A-Fa-f.:]{2,45}(\/\d{1,3})?$/.test(network))
  if (wrongNetwork !== undefined) errors.networks = `${wrongNetwork} is no address or network such as 10.0.0.0/8.`
  if (form.scopes.length === 0) errors.scopes = 'At least one.'
  const budgets = readBudgets(form.limits)
  Object.assign(errors, budgets.errors)
  const rates: Partial<Record<RateField, number>> = {}
  for (const field of rateFields) {
    const text = form.limits[field].trim()
    if (text === '') continue
    if (!/^\d{1,10}$/.test(text) || (field !== 'max_wait_ms' && Number(text) === 0)) errors[field] = 'A whole number above 0.'
    else rates[field] = Number(text)
  }
  if (Object.keys(errors).length > 0) return { errors }
  const models = words(form.models)
  return {
    body: {
      name,
      ...budgets.amounts,
      ...rates,
      ...(form.user !== '' && { user: form.user }),
      ...(form.team !== '' && { team: form.team }),
      ...(models.length > 0 && { models }),
      ...(form.styles.length > 0 && { styles: [...form.styles] }),
      ...(networks.length > 0 && { networks }),
      ...(!isUsual(form.scopes) && { scopes: [...form.scopes] }),
      ...(typeof expires === 'object' && { expires_at: expires.at }),
    },
  }
}

/** What a body as of `readForm` changes in a token; a limit that it leaves out is taken away. */
export function changesOf(token: PlatformToken, body: PlatformNewToken): PlatformTokenChanges {
  const before = readForm(formOf(token), 0)
  const changes: Record<string, unknown> = {}
  const known = 'body' in before ? before.body : { name: token.name }
  for (const name of new Set([...Object.keys(known), ...Object.keys(body)])) {
    const old: unknown = Reflect.get(known, name)
    const wanted: unknown = Reflect.get(body, name)
    if (name !== 'name' && JSON.stringify(old) !== JSON.stringify(wanted)) changes[name] = wanted ?? null
  }
  return changes
}

/** Lines, commas and white space part them. */
const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

const isUsual = (scopes: readonly Scope[]): boolean => scopes.length === 1 && scopes[0] === 'inference'

function expiryOf({ expiry, expiresAt }: TokenForm, now: number): 'never' | 'wrong' | { readonly at: string } {
  if (expiry === 'never') return 'never'
  if (expiry !== 'custom') return { at: new Date(now + Number(expiry) * 86_400_000).toISOString() }
  const at = timeOfField(expiresAt)
  return at === undefined || Date.parse(at) <= now ? 'wrong' : { at }
}
