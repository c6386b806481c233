import { parse } from 'yaml'
import { shifted } from '../../json/decimal.js'
import { defined, isObject, objectOf, objectsOf, textOf, type JsonObject } from '../../json/object.js'
import { CommandError } from '../command-error.js'
import { Draft, nameOf, type ImportedTarget } from './draft.js'
import { noteInfo, noteLeftOut } from './litellm-left-out.js'
import { deploymentOf, secretOf } from './litellm-providers.js'

/** LiteLLM's proxy configuration. https://docs.litellm.ai/docs/proxy/configs */
export function fromLiteLlm(text: string): Draft {
  let file: unknown
  try {
    file = parse(text, { merge: true, maxAliasCount: 100 })
  } catch {
    throw new CommandError('the file is not valid YAML')
  }
  if (!isObject(file) || !Array.isArray(file['model_list']))
    throw new CommandError('the file has no model_list: it is not a configuration of LiteLLM')
  const draft = new Draft()
  const credentials = credentialsIn(file['credential_list'])
  for (const [index, entry] of file['model_list'].entries())
    if (isObject(entry)) addDeployment(draft, `model_list[${index}]`, entry, credentials)
  addVariables(draft, objectOf(file['environment_variables']) ?? {})
  addGeneral(draft, objectOf(file['general_settings']) ?? {})
  addRouting(draft, 'litellm_settings', objectOf(file['litellm_settings']) ?? {})
  addRouting(draft, 'router_settings', objectOf(file['router_settings']) ?? {})
  const known = ['model_list', 'credential_list', 'environment_variables', 'general_settings', 'litellm_settings', 'router_settings']
  for (const key of Object.keys(file)) if (!known.includes(key)) noteLeftOut(draft, key, key)
  return draft
}

const prices: Readonly<Record<string, string>> = {
  input_cost_per_token: 'input_per_million_usd',
  output_cost_per_token: 'output_per_million_usd',
  cache_read_input_token_cost: 'cached_input_per_million_usd',
  cache_creation_input_token_cost: 'cache_write_per_million_usd',
  output_cost_per_reasoning_token: 'reasoning_per_million_usd',
}

function credentialsIn(list: unknown): ReadonlyMap<string, JsonObject> {
  return new Map(objectsOf(list).map((one) => [String(one['credential_name']), objectOf(one['credential_values']) ?? {}]))
}

function addDeployment(draft: Draft, at: string, entry: JsonObject, credentials: ReadonlyMap<string, JsonObject>): void {
  const name = nameIn(draft, at, entry['model_name'])
  const written = objectOf(entry['litellm_params']) ?? {}
  const parameters = { ...credentials.get(String(written['litellm_credential_name'])), ...written }
  const info = objectOf(entry['model_info']) ?? {}
  const place = `${at}.litellm_params`
  const deployment = deploymentOf(draft, place, parameters)
  if (name === undefined || deployment === undefined) return
  if (!isPattern(name, deployment.model)) {
    draft.note(at, `left out: the * of ${JSON.stringify(deployment.model)} stands for nothing in ${JSON.stringify(name)}`)
    return
  }
  const price = Object.entries(prices).flatMap(([theirs, ours]) => {
    const amount = perMillion(parameters[theirs] ?? info[theirs])
    return amount === undefined ? [] : [[ours, amount] as const]
  })
  const { weight, order } = parameters
  const provider = draft.provider(deployment.kind, deployment.settings)
  const target: ImportedTarget = defined({
    provider,
    model: deployment.model,
    rank: typeof order === 'number' ? order : 1,
    weight: typeof weight === 'number' ? weight : 1,
    price: price.length === 0 ? undefined : Object.fromEntries(price),
  })
  if (name.endsWith('/*') && deployment.model === '*') addWildcard(draft, at, name, provider)
  else draft.target(name, target)
  if (name === '*' && parameters['model'] === '*')
    draft.note(`${at}.model_name`, `names without an entry go to ${provider} alone: give each other provider a model PROVIDER/*`)
  const taken = [...deployment.taken, ...Object.keys(prices), 'weight', 'order', 'litellm_credential_name']
  for (const key of Object.keys(written)) if (!taken.includes(key)) noteLeftOut(draft, `${place}.${key}`, key)
  noteInfo(draft, `${at}.model_info`, info, Object.keys(prices))
}

/** Ours have one star at the most, in a target only where the name has one. */
function isPattern(name: string, model: string): boolean {
  const [ofName, ofModel] = [name, model].map((text) => text.split('*').length - 1)
  return ofName !== undefined && ofModel !== undefined && ofName < 2 && ofModel <= ofName
}

/** Names of ours have no spaces. */
function nameIn(draft: Draft, at: string, written: unknown): string | undefined {
  const text = textOf(written)?.trim()
  const name = text?.replaceAll(/\s+/g, '-')
  if (name !== text) draft.note(`${at}.model_name`, `clients write ${String(name)}: names have no spaces here`)
  return name
}

/** `openai/*` → any model of the provider, by its name. */
function addWildcard(draft: Draft, at: string, name: string, provider: string): void {
  draft.passThrough(provider, name.slice(0, -1))
  if (name !== `${provider}/*`) draft.note(`${at}.model_name`, `clients write ${provider}/MODEL in place of ${name.slice(0, -1)}MODEL`)
}

function addVariables(draft: Draft, variables: JsonObject): void {
  for (const [name, value] of Object.entries(variables))
    if (['string', 'number', 'boolean'].includes(typeof value) && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
      draft.variables.set(name, String(value))
    else noteLeftOut(draft, `environment_variables.${nameOf(name)}`, name)
}

function addGeneral(draft: Draft, settings: JsonObject): void {
  for (const [key, value] of Object.entries(settings)) {
    if (key !== 'master_key' || typeof value !== 'string') {
      noteLeftOut(draft, `general_settings.${key}`, key)
      continue
    }
    const reference = secretOf(draft, 'anywire_admin_key', value)
    draft.settings['admin'] = { key: reference }
    draft.tokens.push({ name: 'master', key: reference })
    draft.note('general_settings.master_key', 'is the admin key, and a token that may use every model')
  }
}

function addRouting(draft: Draft, section: string, settings: JsonObject): void {
  const merge = (key: string, more: object): void => {
    draft.settings[key] = { ...objectOf(draft.settings[key]), ...more }
  }
  for (const [key, value] of Object.entries(settings)) {
    const at = `${section}.${key}`
    if (key === 'num_retries' && isCount(value)) merge('retries', { attempts: value + 1 })
    else if (key === 'allowed_fails' && isCount(value)) merge('breaker', { consecutive_failures: value + 1 })
    else if (key === 'cooldown_time' && typeof value === 'number' && value > 0) merge('breaker', openFor(value))
    else if (key === 'fallbacks') addFallbacks(draft, at, objectsOf(value))
    else if (key === 'default_fallbacks' && Array.isArray(value)) for (const model of draft.modelNames) addFallback(draft, at, model, value)
    else if (key === 'model_group_alias' || key === 'model_alias_map') addAliases(draft, at, objectOf(value) ?? {})
    else if (key !== 'routing_strategy' || value !== 'simple-shuffle') noteLeftOut(draft, at, key)
  }
}

/** Each opening lasts as long there. */
function openFor(seconds: number): object {
  const milliseconds = Math.ceil(seconds * 1000)
  return { open_ms: milliseconds, open_max_ms: milliseconds }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0
}

function addFallbacks(draft: Draft, at: string, entries: readonly JsonObject[]): void {
  for (const entry of entries)
    for (const [model, others] of Object.entries(entry)) if (Array.isArray(others)) addFallback(draft, at, model, others)
}

/** The targets of the other models follow those of the model. */
function addFallback(draft: Draft, at: string, model: string, others: readonly unknown[]): void {
  const own = draft.leadingTo(model)
  if (own.length === 0) {
    draft.note(at, `left out: there is no model ${JSON.stringify(model)}`)
    return
  }
  if (draft.targetsOf(model).length === 0) for (const target of own) draft.target(model, target)
  const last = Math.max(...own.map(({ rank }) => rank))
  for (const [index, other] of others.entries()) {
    if (other === model) continue
    const targets = typeof other === 'string' ? draft.leadingTo(other) : []
    const name = typeof other === 'string' ? JSON.stringify(other) : 'a fallback with settings of its own'
    if (targets.length === 0) draft.note(at, `left out: ${name} is no model of the file`)
    else if (!targets.every((target) => isPattern(model, target.model)))
      draft.note(at, `left out: the targets of ${name} have a * that stands for nothing in ${JSON.stringify(model)}`)
    else
      for (const target of targets)
        if (!draft.targetsOf(model).some((one) => leadsTo(one, target))) draft.target(model, { ...target, rank: last + 1 + index })
  }
}

function leadsTo(one: ImportedTarget, other: ImportedTarget): boolean {
  return one.provider === other.provider && one.model === other.model
}

function addAliases(draft: Draft, at: string, aliases: JsonObject): void {
  for (const [alias, value] of Object.entries(aliases)) {
    const model = typeof value === 'string' ? value : textOf(objectOf(value)?.['model'])
    if (model === undefined || draft.modelNames.includes(alias) || !draft.alias(model, alias))
      draft.note(`${at}.${nameOf(alias)}`, 'left out: it leads to no model, or is one itself')
  }
}

/** A price for one token as an exact price for a million: `1.5e-7` → `0.15`. `undefined` where it is no amount. */
export function perMillion(perOne: unknown): string | undefined {
  const text = typeof perOne === 'number' ? String(perOne) : typeof perOne === 'string' ? perOne.trim() : ''
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d{1,30})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? []
  return whole === '' ? undefined : shifted(whole, fraction, Number(exponent) + 6)
}
