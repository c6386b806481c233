import type { GeminiLogprobsCandidate, GeminiLogprobsResult } from '../../../../generated/generate-content/model/index.js'
import type { TokenLogprob } from '../../../exchange/reply.js'

export function decodeLogprobs(wire: GeminiLogprobsResult | undefined): TokenLogprob[] | undefined {
  return wire?.chosenCandidates?.map((chosen, index): TokenLogprob => {
    const top = wire.topCandidates?.[index]?.candidates
    return top === undefined ? tokenOf(chosen) : { ...tokenOf(chosen), top: top.map(tokenOf) }
  })
}

function tokenOf(wire: GeminiLogprobsCandidate): { token: string; logprob: number } {
  return { token: wire.token ?? '', logprob: wire.logProbability ?? 0 }
}

export function encodeLogprobs(tokens: readonly TokenLogprob[]): GeminiLogprobsResult {
  const candidate = (token: Omit<TokenLogprob, 'top'>): GeminiLogprobsCandidate => ({ token: token.token, logProbability: token.logprob })
  const result: GeminiLogprobsResult = { chosenCandidates: tokens.map(candidate) }
  if (tokens.some((token) => token.top !== undefined))
    result.topCandidates = tokens.map((token) => ({ candidates: (token.top ?? []).map(candidate) }))
  return result
}
