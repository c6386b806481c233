// Makes generated/prices/catalogue.ts, the prices that the gateway is shipped with, from the package @pydantic/genai-prices (MIT).
// `--check` writes nothing and fails where the committed file is not what the installed package gives.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProvider } from '@pydantic/genai-prices'
import { decimal, divided } from './prices/decimal.mjs'
import { namesOf } from './prices/names.mjs'

const root = join(import.meta.dirname, '..')
const packageFolder = join(root, 'node_modules/@pydantic/genai-prices')
const path = join(root, 'generated', 'prices', 'catalogue.ts')
const { name, version, license } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))

/** The price lists that providers of the gateway may come to use. Subscriptions and resellers that no kind speaks to are left out. */
const lists = [
  ...['anthropic', 'aws', 'azure', 'baseten', 'cerebras', 'cloudflare', 'cohere', 'deepseek', 'fireworks', 'google', 'groq', 'minimax'],
  ...[
    'mistral',
    'moonshotai',
    'novita',
    'openai',
    'openrouter',
    'ovhcloud',
    'perplexity',
    'together',
    'voyageai',
    'x-ai',
    'zai',
    'zhipuai',
  ],
]

/** What the package calls our amounts. A thousand searches or requests are priced there, one here. */
const perMillion = {
  input_mtok: 'input_per_million_usd',
  cache_read_mtok: 'cached_input_per_million_usd',
  cache_write_mtok: 'cache_write_per_million_usd',
  cache_write_1h_mtok: 'cache_write_1h_per_million_usd',
  input_audio_mtok: 'audio_input_per_million_usd',
  cache_audio_read_mtok: 'cached_audio_input_per_million_usd',
  input_image_mtok: 'image_input_per_million_usd',
  cache_image_read_mtok: 'cached_image_input_per_million_usd',
  output_mtok: 'output_per_million_usd',
  output_reasoning_mtok: 'reasoning_per_million_usd',
  output_audio_mtok: 'audio_output_per_million_usd',
  output_image_mtok: 'image_output_per_million_usd',
  input_audio_hours: 'audio_input_per_hour_usd',
}
const perThousand = { web_searches_kcount: 'search_usd', requests_kcount: 'request_usd' }
/** What the gateway does not count: these parts are left out of a price. A model with nothing else has no price. */
const uncounted = new Set([
  ...['input_video_mtok', 'output_video_mtok', 'audio_hours', 'input_document_kpages', 'input_annotated_document_kpages'],
  ...['storage_searches_kcount', 'output_citation_mtok', 'input_text_messages_kcount'],
])

function main() {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const taken = /"date":"([^"]+)","version":"([^"]+)"/.exec(before)
  const today = new Date().toISOString().slice(0, 10)
  const text = catalogue(taken?.[2] === version ? taken[1] : today)
  if (process.argv.includes('--check')) {
    if (text === before) return console.log('the catalogue of prices is current')
    console.error('generated/prices/catalogue.ts is not what the package gives: run `make prices` and commit the result')
    process.exitCode = 1
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  copyFileSync(join(packageFolder, 'LICENSE'), join(dirname(path), 'LICENSE'))
}

/** `date`: the day on which this version of the package was taken, whose prices count. */
function catalogue(date) {
  const source = { package: name, licence: license, date, version }
  return [
    '// Made by `make prices`; not edited. The prices are those of the package named below, whose licence stands beside this file.',
    `export const source = ${JSON.stringify(source)} as const`,
    '',
    '/**',
    ' * Price lists by name. `text`: a line for each model: its names and its price, both JSON, and the tokens of its context window where',
    ' * they are known, with tabs between them.',
    ' */',
    'export const lists: Readonly<Record<string, { readonly address: string; readonly others: readonly string[]; readonly text: string }>> = {',
    ...lists.map((id) => listText(id, date)),
    '}',
    '',
  ].join('\n')
}

function listText(id, date) {
  const provider = findProvider({ providerId: id })
  if (provider?.id !== id) throw new Error(`the package has no price list ${id}`)
  const lines = provider.models.flatMap((model) => {
    const price = priceOf(model, date)
    const window = model.context_window === undefined ? [] : [String(model.context_window)]
    return price === undefined ? [] : [[JSON.stringify(namesOf(model)), JSON.stringify(price), ...window].join('\t')]
  })
  const others = (provider.fallback_model_providers ?? []).filter((other) => lists.includes(other))
  // A raw template keeps backslashes unchanged.
  const text = lines.join('\n')
  if (/`|\$\{/.test(text)) throw new Error(`the price list ${id} cannot be written as a raw template`)
  return `  ${JSON.stringify(id)}: { address: ${JSON.stringify(provider.api_pattern)}, others: ${JSON.stringify(others)}, text: String.raw\`${text}\` },`
}

/** The price of that day with the changes that are known already; `undefined` where nothing of it is counted. */
function priceOf({ id, prices }, date) {
  const dated = usualHours(Array.isArray(prices) ? prices : [{ prices }])
  const begun = dated.filter(({ constraint }) => constraint === undefined || constraint.start_date <= date)
  const current = settingsOf(id, (begun.at(-1) ?? dated[0]).prices)
  if (Object.keys(current).length === 0)
    return id.endsWith(':free') ? { input_per_million_usd: '0', output_per_million_usd: '0' } : undefined
  const later = dated
    .slice(begun.length)
    .map(({ constraint, prices: changed }) => ({ from: constraint.start_date, ...settingsOf(id, changed) }))
  for (const change of later) {
    const lost = Object.keys(current).filter((key) => !(key in change))
    if (lost.length > 0) throw new Error(`the price of ${id} loses ${lost.join(', ')} on ${change.from}, which a change cannot say`)
  }
  return later.length === 0 ? current : { ...current, changes: later }
}

/** Prices without those of some hours of the day: the price that holds for most of the day counts all day. */
function usualHours(prices) {
  const dated = prices.filter(({ constraint }) => constraint?.type !== 'time_of_date')
  const hours = new Map()
  for (const { constraint, prices: ofHours } of prices) {
    if (constraint?.type !== 'time_of_date') continue
    const name = JSON.stringify(ofHours)
    hours.set(name, (hours.get(name) ?? 0) + lengthOf(constraint))
  }
  const most = [...hours].find(([, length]) => length > 12)
  return most === undefined ? dated : [...dated.slice(0, -1), { ...dated.at(-1), prices: JSON.parse(most[0]) }]
}

function lengthOf({ start_time: start, end_time: end }) {
  const hour = (time) => Number(time.slice(0, 2)) + Number(time.slice(3, 5)) / 60
  return (hour(end) - hour(start) + 24) % 24
}

function settingsOf(id, prices) {
  const settings = {}
  const above = new Map()
  for (const [key, amount] of Object.entries(prices)) {
    if (uncounted.has(key)) continue
    const [name, written] = key in perMillion ? [perMillion[key], decimal] : [perThousand[key], divided]
    if (name === undefined) throw new Error(`the price of ${id} has a part that is not known: ${key}`)
    settings[name] = written(typeof amount === 'number' ? amount : amount.base)
    for (const { start, price } of amount.tiers ?? []) above.set(start, { ...above.get(start), [name]: written(price) })
  }
  const tiers = [...above].sort(([one], [other]) => one - other).map(([input_tokens, amounts]) => ({ input_tokens, ...amounts }))
  return tiers.length === 0 ? settings : { ...settings, above: tiers }
}

main()
