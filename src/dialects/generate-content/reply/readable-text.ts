import { shortened } from '../../../exchange/error.js'

const maxLength = 1000
const deepest = 5

/** The message in an error body of any of the usual shapes, or the plain text, cut to 1,000 characters. `undefined`: there is none, or HTML. */
export function readableText(value: unknown, depth = 0): string | undefined {
  if (depth > deepest) return undefined
  if (typeof value === 'string') return readableString(value, depth)
  if (Array.isArray(value)) return readableText(value[0], depth + 1)
  if (typeof value !== 'object' || value === null) return undefined
  const { error, message, detail, msg } = value as Record<string, unknown>
  for (const candidate of [message, error, detail, msg]) {
    const found = candidate === undefined ? undefined : readableText(candidate, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function readableString(text: string, depth: number): string | undefined {
  const trimmed = text.slice(0, 20_000).trim()
  if (trimmed === '' || trimmed.startsWith('<')) return undefined
  // Some servers put the provider's error object as JSON text into the message.
  if (trimmed.startsWith('{')) return innerMessage(trimmed, depth)
  return shortened(trimmed, maxLength)
}

function innerMessage(json: string, depth: number): string | undefined {
  try {
    return readableText(JSON.parse(json), depth + 1)
  } catch {
    return shortened(json, maxLength)
  }
}
