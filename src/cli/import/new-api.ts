import { defined, isObject, listOf, numberOf, parseJson, parseObject, textOf, type JsonObject } from '../../json/object.js'
import { Draft, literal, nameOf, variableOf } from './draft.js'
import type { NewApiFile } from './new-api-file.js'
import { channelKinds, plans, type ChannelKind } from './new-api-kinds.js'

/** Channels and tokens of new-api. https://github.com/QuantumNous/new-api (model/channel.go, model/token.go) */
export function fromNewApi({ channels, tokens, notes }: NewApiFile): Draft {
  const draft = new Draft()
  for (const { at, what } of notes) draft.note(at, what)
  for (const channel of channels) addChannel(draft, channel)
  for (const token of tokens) addToken(draft, token)
  return draft
}

const enabled = 1

function addChannel(draft: Draft, channel: JsonObject): void {
  const name = textOf(channel['name']) ?? String(channel['id'])
  const at = `channel ${name}`
  const type = numberOf(channel['type']) ?? 0
  const kind = Object.hasOwn(channelKinds, type) ? channelKinds[type] : undefined
  if (channel['status'] !== enabled) {
    draft.note(at, 'left out: it is disabled')
    return
  }
  if (kind === undefined) {
    draft.note(at, `left out: its type ${type} has no counterpart`)
    return
  }
  const address = textOf(channel['base_url'])
  if (address !== undefined && !Object.hasOwn(plans, address) && !URL.canParse(address)) {
    draft.note(at, `left out: its address ${JSON.stringify(address)} is none`)
    return
  }
  // Names of other scripts have no letters that ours may have.
  const wanted = /[A-Za-z0-9]/.test(name) ? name : `channel-${String(channel['id'])}`
  const providers = keysIn(channel).map((key) => draft.provider(wanted, settingsOf(draft, wanted, channel, kind, key)))
  const mapping = objectIn(channel['model_mapping'])
  for (const model of namesIn(channel['models'])) {
    for (const provider of providers)
      draft.target(model, {
        provider,
        model: mapped(model, mapping),
        // Higher priorities go first there.
        rank: -(numberOf(channel['priority']) ?? 0),
        weight: numberOf(channel['weight']) || 1,
      })
  }
  noteOthers(draft, at, channel)
}

/** A mapping may lead to another one. */
function mapped(model: string, mapping: JsonObject): string {
  let name = model
  for (const seen = new Set<string>(); !seen.has(name);) {
    seen.add(name)
    name = textOf(mapping[name]) ?? name
  }
  return name
}

function settingsOf(
  draft: Draft,
  name: string,
  channel: JsonObject,
  { kind, address, path = '' }: ChannelKind,
  key: string | undefined,
): JsonObject {
  const own = textOf(channel['base_url'])?.replace(/\/+$/, '')
  const plan = own !== undefined && Object.hasOwn(plans, own) ? plans[own] : undefined
  const base = own ?? address
  const used = kind === 'openai' && own !== undefined && !own.endsWith('//api.openai.com') ? 'openai-compatible' : kind
  const headers = Object.entries(objectIn(channel['header_override'])).flatMap(([header, value]) =>
    typeof value === 'string' && !value.includes('{') ? [[header, draft.secret(`${name} ${header}`, value)] as const] : [],
  )
  const proxy = textOf(objectIn(channel['setting'])['proxy'])
  const organization = textOf(channel['openai_organization'])
  return defined({
    kind: used,
    base_url: plan ?? (base === undefined ? undefined : literal(base + (base.endsWith(path) ? '' : path))),
    ...credentialsOf(draft, name, channel, used, key),
    organization: organization === undefined || used !== 'openai' ? undefined : literal(organization),
    headers: headers.length === 0 ? undefined : Object.fromEntries(headers),
    proxy: proxy === undefined ? undefined : draft.secret(`${name} proxy`, proxy),
  })
}

function credentialsOf(draft: Draft, name: string, channel: JsonObject, kind: string, key: string | undefined): JsonObject {
  if (kind === 'bedrock' && key !== undefined) return bedrockCredentials(draft, name, key)
  if (kind === 'vertex') {
    const account = parseObject(key ?? '')
    draft.note(`channel ${name}`, 'write its service account to a file, and name it in credentials_file')
    const region = textOf(channel['other'])
    const location = region !== undefined && /^[a-z0-9-]+$/.test(region) ? region : undefined
    if (region !== undefined && location === undefined)
      draft.note(`channel ${name}: other`, 'left out: a provider has one location, for all models')
    return defined({ project: literal(textOf(account?.['project_id']) ?? 'unknown'), location })
  }
  const version = kind === 'azure-openai' ? textOf(channel['other']) : undefined
  return defined({
    api_key: key === undefined ? missingKey(draft, name, kind) : draft.secret(`${name} key`, key),
    api_version: version === undefined ? undefined : literal(version),
  })
}

/** What new-api's own API answers has no keys. */
function missingKey(draft: Draft, name: string, kind: string): string | undefined {
  if (kind === 'ollama') return undefined
  const variable = variableOf(`${name} key`)
  draft.note(`channel ${name}: key`, `is not in the file: set ${variable}`)
  return `\${${variable}}`
}

/** `ACCESS|SECRET|REGION`, or `KEY|REGION` with a Bedrock API key. */
function bedrockCredentials(draft: Draft, name: string, key: string): JsonObject {
  const parts = key.split('|').map((part) => part.trim())
  const [first = '', second = '', third] = parts
  if (third === undefined)
    return defined({ api_key: draft.secret(`${name} key`, first), region: second === '' ? undefined : literal(second) })
  return { region: literal(third), access_key_id: literal(first), secret_access_key: draft.secret(`${name} secret`, second) }
}

/** A channel may have several keys, one a line or as a list; its credentials for Vertex AI are JSON of several lines. Some may be switched off. */
function keysIn({ key, type, channel_info: info }: JsonObject): readonly (string | undefined)[] {
  const text = textOf(key)?.trim()
  if (text === undefined || text === '') return [undefined]
  const listed = text.startsWith('[') ? listOf(parseJson(text)).map((one) => textOf(one) ?? JSON.stringify(one)) : []
  if (listed.length === 0 && type === 41) return [text]
  const keys = listed.length > 0 ? listed : text.split('\n').map((line) => line.trim())
  const states = objectIn(objectIn(info)['multi_key_status_list'])
  return keys.filter((one, index) => one !== '' && (states[String(index)] ?? enabled) === enabled)
}

const withoutCounterpart = ['param_override', 'status_code_mapping', 'settings'] as const

function noteOthers(draft: Draft, at: string, channel: JsonObject): void {
  for (const key of withoutCounterpart)
    if (textOf(channel[key]) !== undefined && channel[key] !== '{}') draft.note(`${at}: ${key}`, 'left out: it has no counterpart')
  for (const [key, value] of Object.entries(objectIn(channel['setting'])))
    if (key !== 'proxy' && value !== '' && value !== false) draft.note(`${at}: setting.${key}`, 'left out: it has no counterpart')
  const group = textOf(channel['group'])
  if (group !== undefined && group !== 'default')
    draft.note(`${at}: group`, `left out: which tokens may use which models is set by the token's models (${group})`)
}

/** new-api counts in units of which these make a dollar. */
const unitsPerDollar = 500_000

function addToken(draft: Draft, token: JsonObject): void {
  const name = nameOf(textOf(token['name']) ?? String(token['id']))
  const at = `token ${name}`
  const key = textOf(token['key'])
  if (token['status'] !== enabled || key === undefined) {
    draft.note(at, 'left out: it is disabled')
    return
  }
  const group = textOf(token['group'])
  if (group !== undefined && group !== 'default') draft.note(`${at}: group`, `left out: set the models of the group ${group} in its models`)
  const taken = draft.tokens.some((known) => known['name'] === name)
  const expires = numberOf(token['expired_time']) ?? -1
  const remaining = numberOf(token['remain_quota']) ?? 0
  const models = isTrue(token['model_limits_enabled']) ? namesIn(token['model_limits']) : []
  const networks = (textOf(token['allow_ips']) ?? '').split(/\s+/).filter((address) => address !== '')
  draft.tokens.push(
    defined({
      name: taken ? `${name}-${String(token['id'])}` : name,
      // Clients write sk- before it.
      key: draft.secret(`${at} key`, `sk-${key.trim()}`),
      models: models.length === 0 ? undefined : models,
      networks: networks.length === 0 ? undefined : networks,
      expires_at: expires > 0 ? new Date(expires * 1000).toISOString() : undefined,
      budget_usd: isTrue(token['unlimited_quota']) ? undefined : (Math.max(remaining, 0) / unitsPerDollar).toFixed(6),
    }),
  )
}

/** SQLite has 1 for true. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1
}

function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : typeof value === 'string' ? (parseObject(value) ?? {}) : {}
}

function namesIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])) : []
}
