import type { ResponsesLogprob } from '../../../../generated/responses/model/index.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import { defined, numberOf, objectsOf, textOrEmpty, type JsonObject } from '../../../json/object.js'

export function decodeLogprobs(wire: unknown): TokenLogprob[] {
  return objectsOf(wire).map((entry) => ({ ...decodeOne(entry), ...topOf(entry) }))
}

function topOf(entry: JsonObject): Pick<TokenLogprob, 'top'> {
  const top = objectsOf(entry['top_logprobs'])
  return top.length === 0 ? {} : { top: top.map(decodeOne) }
}

function decodeOne(entry: JsonObject): Omit<TokenLogprob, 'top'> {
  const bytes = entry['bytes']
  return defined({
    token: textOrEmpty(entry['token']),
    logprob: numberOf(entry['logprob']) ?? 0,
    bytes: Array.isArray(bytes) ? (bytes as unknown[]).filter((byte) => typeof byte === 'number') : undefined,
  })
}

export function encodeLogprobs(logprobs: readonly TokenLogprob[]): ResponsesLogprob[] {
  return logprobs.map((entry) => ({ ...encodeOne(entry), top_logprobs: (entry.top ?? []).map(encodeOne) }))
}

function encodeOne(entry: Omit<TokenLogprob, 'top'>) {
  return { token: entry.token, logprob: entry.logprob, bytes: [...(entry.bytes ?? Buffer.from(entry.token))] }
}
