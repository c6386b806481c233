import type { WireObject } from '../../dialects/dialect.js'
import type { MediaFormat } from '../../exchange/media-task.js'
import { isObject } from '../../json/object.js'
import { toBase64 } from './vector.js'

/** Members of OpenAI's request that providers with similar formats do not know, or name differently. */
const foreign: Readonly<Partial<Record<MediaFormat, (request: WireObject) => boolean>>> = {
  openai: () => false,
  mistral: ({ dimensions, user, encoding_format: format }) => given(dimensions) || given(user) || given(format),
  voyage: ({ dimensions, user, encoding_format: format }) => given(dimensions) || given(user) || format === 'float',
  jina: ({ user, encoding_format: format }) => given(user) || given(format),
}

/** Whether the request can be relayed to this provider: it has only members that the provider knows. */
export function speaksOpenAI(request: WireObject, format: MediaFormat | undefined): boolean {
  const isForeign = format === undefined ? undefined : foreign[format]
  return isForeign !== undefined && !isForeign(request)
}

/**
 * Corrects a relayed list: base64 where it was requested but not given (OpenAI's library decodes it in any case), and
 * `prompt_tokens` where the provider reports only a total. `undefined`: it needs no correction.
 */
export function amendReply(reply: WireObject, request: WireObject, format: MediaFormat | undefined): WireObject | undefined {
  const data = request.encoding_format === 'base64' ? packed(reply.data) : undefined
  const { usage } = reply
  const total = format !== 'openai' && isObject(usage) && !given(usage.prompt_tokens) ? usage.total_tokens : undefined
  if (data === undefined && total === undefined) return undefined
  return {
    ...reply,
    ...(data === undefined ? {} : { data }),
    ...(total === undefined ? {} : { usage: { ...(isObject(usage) ? usage : {}), prompt_tokens: total } }),
  }
}

function packed(data: unknown): unknown[] | undefined {
  if (!Array.isArray(data) || !data.some((entry) => isObject(entry) && isNumbers(entry.embedding))) return undefined
  return data.map((entry: unknown) =>
    isObject(entry) && isNumbers(entry.embedding) ? { ...entry, embedding: toBase64(entry.embedding) } : entry,
  )
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number')
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null
}
