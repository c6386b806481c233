import type { WireObject } from '../../dialects/dialect.js'
import type { MediaFormat } from '../../exchange/media-task.js'
import { isObject } from '../../json/object.js'
import { toBase64 } from './vector.js'

/** Members of OpenAI's request that providers with forms near it do not know, or name otherwise. */
const foreign: Readonly<Partial<Record<MediaFormat, (request: WireObject) => boolean>>> = {
  openai: () => false,
  mistral: ({ dimensions, user, encoding_format: format }) => given(dimensions) || given(user) || given(format),
  voyage: ({ dimensions, user, encoding_format: format }) => given(dimensions) || given(user) || format === 'float',
  jina: ({ user, encoding_format: format }) => given(user) || given(format),
}

/** The request can go to this provider as it is: what it says is said in the provider's own words. */
export function speaksOpenAI(request: WireObject, format: MediaFormat | undefined): boolean {
  const isForeign = format === undefined ? undefined : foreign[format]
  return isForeign !== undefined && !isForeign(request)
}

/**
 * Mends a relayed list: base64 that was asked for and not given (OpenAI's library decodes whatever comes), and the prompt's
 * tokens where only a total is told. `undefined`: nothing is wrong with it.
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
