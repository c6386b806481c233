import { parse } from 'yaml'
import { shifted } from '../../json/decimal.js'
import { defined, isObject, objectOf, objectsOf, textOf, type JsonObject } from '../../json/object.js'
import { CommandError } from '../command-error.js'
import { Draft, nameOf, type ImportedTarget } from './draft.js'
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
  for (const key of Object.keys(file)) if (!known.includes(key)) draft.note(key, noCounterpart)
  return draft
}

const noCounterpart = 'left out: it has no counterpart'

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
  const name = textOf(entry['model_name'])
  const written = objectOf(entry['litellm_params']) ?? {}
  const parameters = { ...credentials.get(String(written['litellm_credential_name'])), ...written }
  const info = objectOf(entry['model_info']) ?? {}
  const place = `${at}.litellm_params`
  const deployment = deploymentOf(draft, place, parameters)
  if (name === undefined || deployment === undefined) return
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
  const taken = [...deployment.taken, ...Object.keys(prices), 'weight', 'order', 'litellm_credential_name']
  for (const key of Object.keys(written)) if (!taken.includes(key)) draft.note(`${place}.${key}`, hints[key] ?? noCounterpart)
}

/** `openai/*` → any model of the provider, by its name. */
function addWildcard(draft: Draft, at: string, name: string, provider: string): void {
  draft.passThrough(provider)
  if (name !== `${provider}/*`) draft.note(`${at}.model_name`, `clients write ${provider}/MODEL in place of ${name.slice(0, -1)}MODEL`)
}

const perToken = 'left out: limits are those of tokens here, requests_per_minute and tokens_per_minute'
const hints: Readonly<Record<string, string>> = {
  rpm: perToken,
  tpm: perToken,
  timeout: 'left out: see timeouts of the provider or the model',
  stream_timeout: 'left out: see timeouts of the provider or the model',
  max_retries: 'left out: see retries of the provider or the model',
  database_url: 'left out: its virtual keys are hashes, which only LiteLLM can check; make tokens anew',
  redis_host: 'left out: see redis',
  drop_params: 'always so: what a provider does not take is left out, and the reply says what',
}

function addVariables(draft: Draft, variables: JsonObject): void {
  for (const [name, value] of Object.entries(variables))
    if (typeof value === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) draft.variables.set(name, value)
    else draft.note(`environment_variables.${nameOf(name)}`, noCounterpart)
}

function addGeneral(draft: Draft, settings: JsonObject): void {
  for (const [key, value] of Object.entries(settings)) {
    if (key !== 'master_key' || typeof value !== 'string') {
      draft.note(`general_settings.${key}`, hints[key] ?? noCounterpart)
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
    else if (key === 'cooldown_time' && typeof value === 'number' && value > 0) merge('breaker', { open_ms: Math.round(value * 1000) })
    else if (key === 'fallbacks') addFallbacks(draft, at, objectsOf(value))
    else if (key === 'default_fallbacks' && Array.isArray(value)) for (const model of draft.modelNames) addFallback(draft, at, model, value)
    else if (key === 'model_group_alias' || key === 'model_alias_map') addAliases(draft, at, objectOf(value) ?? {})
    else if (key !== 'routing_strategy' || value !== 'simple-shuffle') draft.note(at, hints[key] ?? noCounterpart)
  }
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
  const own = draft.targetsOf(model)
  if (own.length === 0) {
    draft.note(at, `left out: there is no model ${JSON.stringify(model)}`)
    return
  }
  const last = Math.max(...own.map(({ rank }) => rank))
  const added = others.flatMap((other, index) => {
    const targets = typeof other === 'string' && other !== model ? draft.targetsOf(other) : []
    if (targets.length === 0 && other !== model) draft.note(at, `left out: ${JSON.stringify(other)} is no model of the file`)
    return targets.map((target) => ({ ...target, rank: last + 1 + index }))
  })
  for (const target of added) draft.target(model, target)
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
