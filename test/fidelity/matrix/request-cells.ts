import { clientDialects } from '../../../src/dialects/registry.js'
import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { LossLedger, type Loss } from '../../../src/exchange/ledger.js'
import type { ConversationRequest } from '../../../src/exchange/request.js'
import { convert, type Pair } from '../conversion.js'
import { examine } from '../fidelity.js'
import { canonical, type JsonObject } from '../json.js'
import type { Upstream } from '../pairs.js'
import { none, type Cell } from './cells.js'
import type { RequestFeature } from './request-features.js'

const base: Readonly<Record<ChatDialect, JsonObject>> = {
  'chat-completions': { model: 'm-1', messages: [{ role: 'user', content: 'Hello.' }] },
  messages: { model: 'm-1', max_tokens: 1000, messages: [{ role: 'user', content: 'Hello.' }] },
  responses: { model: 'm-1', input: 'Hello.' },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }] },
}

/** Model names, from which the codecs read the generation. */
export const modelNames: Readonly<Record<Upstream, string>> = {
  'chat-completions': 'gpt-5.2',
  responses: 'gpt-5.2',
  messages: 'claude-sonnet-4-6',
  'generate-content': 'gemini-3-flash',
  'cohere-chat': 'command-a-03-2025',
}

export function requestCell(feature: RequestFeature, client: ChatDialect, upstream: Upstream): Cell {
  const asked = feature.asked[client]
  const members = typeof asked === 'function' ? asked(upstream) : asked
  if (members === undefined) return none
  const request = { ...base[client], ...members }
  const pair: Pair = { client, upstream, model: modelNames[upstream], traits: {} }
  const { violations } = examine(pair, request)
  if (violations.length > 0) return `failed: ${violations.map(({ kind, at, detail }) => `${kind} ${at} ${detail}`).join('; ')}`
  const conversion = convert(pair, request)
  if (conversion.type === 'refused') return `refused: ${conversion.error.message}`
  const lost = conversion.losses.filter(({ side, action }) => side === 'request' && action !== 'moved')
  if (lost.length > 0) return `lossy: ${lost.map(lossText).join('; ')}`
  const difference = differenceOf(feature, conversion.conversation, upstream, conversion.wire)
  return difference === undefined ? 'exact' : `lossy: ${difference}`
}

function lossText({ at, action, why }: Loss): string {
  return `\`${at}\` ${action}, ${why.replaceAll(';', ',')}`
}

/** How the upstream's own decoder reads the request differently than the client meant it; `undefined`: the same. */
function differenceOf(feature: RequestFeature, meant: ConversationRequest, upstream: Upstream, wire: JsonObject): string | undefined {
  // Cohere's style has no decoder of requests; `examine` has already checked that every leaf arrives.
  if (upstream === 'cohere-chat') return undefined
  const ledger = new LossLedger()
  const read = clientDialects[upstream].decodeRequest(wire, { ledger, model: 'm-1' })
  const [before, after] = [canonical(feature.same(meant)), canonical(feature.same(read))]
  return before === after ? undefined : `arrives as ${after.slice(0, 120).replaceAll(';', ',')}`
}
