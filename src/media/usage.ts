import type { Usage } from '../exchange/usage.js'
import { readStatedCost } from '../dialects/stated-cost.js'
import { sumOf } from '../json/decimal.js'
import { isObject } from '../json/object.js'

/**
 * Reads the usage objects of the media endpoints: `prompt_tokens` or `input_tokens`, with their details; Voyage and Jina report only
 * `total_tokens`; transcriptions of whisper models report `seconds` of audio.
 */
export function readTokenUsage(wire: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined
  const details = firstObject(wire['input_tokens_details'], wire['input_token_details'], wire['prompt_tokens_details'])
  const outputDetails = firstObject(wire['output_tokens_details'], wire['output_token_details'], wire['completion_tokens_details'])
  const total = number(wire['total_tokens'])
  const output = number(wire['output_tokens']) ?? number(wire['completion_tokens'])
  const input = number(wire['input_tokens']) ?? number(wire['prompt_tokens']) ?? (total === undefined ? undefined : total - (output ?? 0))
  // Mistral has a name of its own for the length of audio.
  const seconds = number(wire['seconds']) ?? number(wire['prompt_audio_seconds'])
  const cost = readStatedCost(wire)
  if (input === undefined && output === undefined && seconds === undefined && cost.costUsd === undefined) return undefined
  const cached = firstObject(details?.['cached_tokens_details'])
  return {
    ...cost,
    ...count('audioInputSeconds', seconds),
    ...count('inputTokens', input),
    ...count('cachedAudioInputTokens', number(cached?.['audio_tokens'])),
    ...count('cachedImageInputTokens', number(cached?.['image_tokens'])),
    ...count('cachedInputTokens', number(details?.['cached_tokens'])),
    ...count('imageInputTokens', number(details?.['image_tokens'])),
    ...count('audioInputTokens', number(details?.['audio_tokens'])),
    ...count('outputTokens', output),
    ...count('imageOutputTokens', number(outputDetails?.['image_tokens'])),
    ...count('audioOutputTokens', number(outputDetails?.['audio_tokens'])),
    ...count('reasoningOutputTokens', number(outputDetails?.['reasoning_tokens'])),
  }
}

/** Gemini's `usageMetadata`, where `candidatesTokenCount` does not include thoughts. */
export function readGeminiUsage(wire: unknown): Usage | undefined {
  if (!isObject(wire)) return undefined
  const prompt = number(wire['promptTokenCount'])
  const candidates = number(wire['candidatesTokenCount'])
  const thoughts = number(wire['thoughtsTokenCount'])
  if (prompt === undefined && candidates === undefined) return undefined
  const output = candidates === undefined && thoughts === undefined ? undefined : (candidates ?? 0) + (thoughts ?? 0)
  const inputs = modalities(wire['promptTokensDetails'] ?? wire['promptTokenDetails'])
  const outputs = modalities(wire['candidatesTokensDetails'])
  return {
    ...count('inputTokens', prompt),
    ...count('imageInputTokens', inputs.get('IMAGE')),
    ...count('audioInputTokens', inputs.get('AUDIO')),
    ...count('outputTokens', output),
    ...count('imageOutputTokens', outputs.get('IMAGE')),
    ...count('audioOutputTokens', outputs.get('AUDIO')),
    ...count('reasoningOutputTokens', thoughts),
  }
}

/** The sum of several upstream requests. Counts that none reported stay absent. */
export function addUsage(reports: readonly (Usage | undefined)[]): Usage | undefined {
  let sum: Record<string, unknown> | undefined
  for (const report of reports) {
    if (report === undefined) continue
    sum ??= {}
    for (const [name, value] of Object.entries(report)) {
      const before = sum[name]
      if (name === 'costUsd' && typeof before === 'string') sum[name] = sumOf([before, String(value)])
      else sum[name] = typeof value === 'number' && typeof before === 'number' ? before + value : value
    }
  }
  return sum
}

/** An estimate for replies that must have a count although the provider gave none: a quarter of the text's bytes. */
export function estimateTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 4)
}

function modalities(wire: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  if (!Array.isArray(wire)) return counts
  for (const entry of wire as unknown[]) {
    if (!isObject(entry)) continue
    const { modality, tokenCount } = entry
    if (typeof modality === 'string' && typeof tokenCount === 'number') counts.set(modality, tokenCount)
  }
  return counts
}

function firstObject(...values: unknown[]): Readonly<Record<string, unknown>> | undefined {
  return values.find(isObject)
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined
}

function count(name: keyof Usage, value: number | undefined): Usage {
  return value === undefined ? {} : { [name]: value }
}
