import type { PlatformNewProvider, PlatformProvider, PlatformProviderChanges } from '../../../generated/platform/model/index.js'
import { kinds, type Kind } from './kinds.js'
import type { Problem } from '../../api/problem.js'
import { isObject, parseObject, type JsonObject } from '../../../src/json/object.js'
import { nameProblem } from '../../format/names.js'

/** What is typed into the form. */
export interface ProviderForm {
  readonly name: string
  readonly kind: Kind
  readonly baseUrl: string
  /** Empty: none, or that which the provider has. */
  readonly apiKey: string
  readonly withoutKey: boolean
  /** All other members, as JSON. */
  readonly others: string
}

export type FormErrors = Readonly<Partial<Record<'name' | 'base_url' | 'others', string>>>

/** What the reply says of a provider beside its settings, and the settings that have fields of their own. */
const notOthers = [
  ...['name', 'kind', 'managed_by', 'place', 'version', 'base_url', 'api_key', 'created_at', 'models', 'problem', 'health'],
]

/** What the API says of a member without a field of its own. A refusal may also name a header, which is no member. */
export function othersProblem(problem: Problem | undefined): string | undefined {
  const member = /^\/([^/]+)/.exec(problem?.param ?? '')?.[1]
  return member === undefined || notOthers.includes(member) ? undefined : problem?.detail
}

export const emptyForm: ProviderForm = { name: '', kind: 'openai-compatible', baseUrl: '', apiKey: '', withoutKey: false, others: '' }

export function formOf(provider: PlatformProvider): ProviderForm {
  const others = othersOf(provider)
  return {
    name: provider.name,
    kind: kinds.find((kind) => kind === provider.kind) ?? emptyForm.kind,
    baseUrl: provider.base_url ?? '',
    apiKey: '',
    withoutKey: false,
    others: Object.keys(others).length === 0 ? '' : JSON.stringify(others, undefined, 2),
  }
}

export function readForm(form: ProviderForm): { readonly body: PlatformNewProvider } | { readonly errors: FormErrors } {
  const errors: Partial<Record<keyof FormErrors, string>> = {}
  const name = form.name.trim()
  const baseUrl = form.baseUrl.trim()
  const nameError = nameProblem(name, 'A provider needs a name.')
  if (nameError !== undefined) errors.name = nameError
  if (baseUrl !== '' && !/^https?:\/\/\S+$/.test(baseUrl)) errors.base_url = 'An address such as https://api.example.com/v1.'
  const others = parsedOthers(form.others)
  if (others === undefined) errors.others = 'An object in JSON, such as {"chat_api": "responses"}.'
  if (Object.keys(errors).length > 0) return { errors }
  return {
    body: {
      ...others,
      name,
      kind: form.kind,
      ...(baseUrl !== '' && { base_url: baseUrl }),
      ...(form.apiKey !== '' && { api_key: form.apiKey }),
    },
  }
}

/** What a form changes in a provider. A secret that is still masked was not changed. */
export function changesOf(provider: PlatformProvider, form: ProviderForm): PlatformProviderChanges {
  const before: JsonObject = { ...othersOf(provider), base_url: provider.base_url ?? undefined }
  const after: JsonObject = { ...parsedOthers(form.others), base_url: form.baseUrl.trim() === '' ? undefined : form.baseUrl.trim() }
  return {
    ...changedMembers(before, after),
    ...(form.withoutKey ? { api_key: null } : form.apiKey !== '' && { api_key: form.apiKey }),
  }
}

function changedMembers(before: JsonObject, after: JsonObject): JsonObject {
  const changes: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, wanted] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(wanted)) continue
    // Members of an object are changed one by one: its masked values stay.
    changes[name] = isObject(old) && isObject(wanted) ? changedMembers(old, wanted) : (wanted ?? null)
  }
  return changes
}

function othersOf(provider: PlatformProvider): JsonObject {
  return Object.fromEntries(Object.entries(provider).filter(([name]) => !notOthers.includes(name)))
}

const parsedOthers = (text: string): JsonObject | undefined => parseObject(text.trim() === '' ? '{}' : text)
