// Compares the computed token counts with those that providers reported: node scripts/measure-token-count.mjs FOLDER
// FOLDER has recorded exchanges, one JSON object in each file: { provider, endpoint, model, request: { body }, response: { status, body | sse } }.
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { countTokens as tokensOf } from 'gpt-tokenizer/encoding/o200k_base'

const root = fileURLToPath(new URL('..', import.meta.url))
const outfile = join(root, 'build', 'measure-token-count.mjs')
mkdirSync(join(root, 'build'), { recursive: true })
await build({
  absWorkingDir: root,
  stdin: {
    contents: `export { clientDialects } from './src/dialects/registry.js'
      export { LossLedger } from './src/exchange/ledger.js'
      export { countedRequest } from './src/token-count/counted-request.js'
      export { estimate } from './src/token-count/estimate.js'`,
    resolveDir: root,
  },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  outfile,
})
const { clientDialects, LossLedger, countedRequest, estimate } = await import(pathToFileURL(outfile).href)

const styles = { chat: 'chat-completions', responses: 'responses', messages: 'messages', 'generate-content': 'generate-content' }
const plain = { allowedSpecial: new Set(), disallowedSpecial: new Set() }
const count = (texts) => texts.reduce((sum, text) => sum + tokensOf(text, plain), 0)

/** `[estimate, reported]`; `undefined` for an exchange that cannot be compared: refused, shortened, or with tools or files of the provider. */
function measured(exchange) {
  const { endpoint, provider, request, response, shortened } = exchange
  const counting = endpoint === 'count-tokens'
  const style = counting ? (provider === 'anthropic' ? 'messages' : 'generate-content') : styles[endpoint]
  if (style === undefined || response.status !== 200 || !request?.body || shortened?.length > 0) return undefined
  const dialect = clientDialects[style]
  const reported = counting ? (response.body.input_tokens ?? response.body.totalTokens) : reportedBy(dialect, response)
  if (!reported || request.body.previous_response_id) return undefined
  const context = { ledger: new LossLedger(), model: exchange.model, stream: false, newId: (prefix) => `${prefix}1` }
  const conversation = counting ? dialect.counting.decodeRequest(request.body, context) : dialect.decodeRequest(request.body, context)
  const parts = conversation.turns.flatMap((turn) => turn.parts)
  const elsewhere = parts.some(
    ({ type, source }) => type === 'opaque' || (type === 'media' && source.type !== 'base64' && source.type !== 'text'),
  )
  if (elsewhere || conversation.tools.some((tool) => tool.type === 'provider')) return undefined
  const counted = countedRequest(conversation, dialect.facts.tokens)
  return {
    group: `${provider} ${style}`,
    reported,
    estimated: estimate(
      counted,
      { texts: count(counted.texts), declarations: count(counted.declarations) },
      dialect.facts.tokens,
      exchange.model,
    ),
  }
}

function reportedBy(dialect, { body, sse }) {
  if (body !== undefined) return dialect.readUsage(body)?.inputTokens
  const tap = dialect.createStreamTap()
  for (const frame of (sse ?? '').split(/\r?\n\r?\n/)) {
    const lines = frame.split(/\r?\n/)
    const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim())
    const event = lines
      .find((line) => line.startsWith('event:'))
      ?.slice(6)
      .trim()
    if (data.length > 0) tap.push({ ...(event === undefined ? {} : { event }), data: data.join('\n') })
  }
  return tap.usage?.inputTokens
}

const groups = new Map()
const folder = process.argv[2] ?? '.'
for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.json'))) {
  let found
  try {
    found = measured(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } catch {
    // The gateway would refuse this request.
  }
  if (found !== undefined) groups.set(found.group, [...(groups.get(found.group) ?? []), found])
}

const quantile = (values, part) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(part * values.length))]
console.log('| provider and style | exchanges | half are within | nine of ten are within |\n|---|---|---|---|')
for (const [group, found] of [...groups].sort()) {
  const relative = found.map(({ estimated, reported }) => (Math.abs(estimated - reported) / reported) * 100)
  const absolute = found.map(({ estimated, reported }) => Math.abs(estimated - reported))
  const within = (part) => `${quantile(relative, part).toFixed(0)} % / ${quantile(absolute, part)} tokens`
  console.log(`| ${group} | ${found.length} | ${within(0.5)} | ${within(0.9)} |`)
}
