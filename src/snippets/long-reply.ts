import type { JsonObject } from '../json/object.js'

/** Above this, Anthropic's libraries refuse a plain request for which no time limit is set: they expect it to take more than ten minutes. */
const mostPlainTokens = 21_333

export function replyMayTakeLong({ stream, max_tokens: most }: JsonObject): boolean {
  return stream !== true && typeof most === 'number' && most > mostPlainTokens
}
