import type { ChatTokenLogprob } from '../../../../generated/chat-completions/model/index.js'
import type { TokenLogprob } from '../../../exchange/reply.js'
import { isObject, listOf, objectOf } from '../../../json/object.js'

export function decodeLogprobs(wire: unknown): TokenLogprob[] | undefined {
  const content = objectOf(wire)?.content
  if (!Array.isArray(content) || content.length === 0) return undefined
  return listOf(content).flatMap((entry) => {
    const token = decodeToken(entry)
    if (token === undefined) return []
    const top = listOf(isObject(entry) ? entry.top_logprobs : undefined).flatMap((each) => decodeToken(each) ?? [])
    return [{ ...token, top }]
  })
}

function decodeToken(entry: unknown): Omit<TokenLogprob, 'top'> | undefined {
  if (!isObject(entry) || typeof entry.token !== 'string' || typeof entry.logprob !== 'number') return undefined
  const bytes = Array.isArray(entry.bytes) ? { bytes: entry.bytes.filter((byte) => typeof byte === 'number') } : {}
  return { token: entry.token, logprob: entry.logprob, ...bytes }
}

export function encodeLogprobs(logprobs: readonly TokenLogprob[]): { readonly content: ChatTokenLogprob[]; readonly refusal: null } {
  return { content: logprobs.map((entry) => ({ ...encodeToken(entry), top_logprobs: (entry.top ?? []).map(encodeToken) })), refusal: null }
}

function encodeToken({ token, logprob, bytes }: Omit<TokenLogprob, 'top'>): { token: string; logprob: number; bytes: number[] | null } {
  return { token, logprob, bytes: bytes === undefined || bytes === null ? null : [...bytes] }
}
