import { chatDialects, type ChatDialect, type UpstreamDialect } from '../../src/exchange/dialect-name.js'
import type { Pair } from './conversion.js'

export const clients = chatDialects
/** The upstream dialects with a contract in openapi/. */
export type Upstream = Extract<UpstreamDialect, ChatDialect | 'cohere-chat'>
export const upstreams: readonly Upstream[] = [...chatDialects, 'cohere-chat']

/** Names of models that some codec treats differently. */
export const models: Readonly<Record<Upstream, readonly string[]>> = {
  'chat-completions': ['up-model', 'gpt-5-mini', 'gpt-5.6'],
  responses: ['up-model', 'o3', 'gpt-5.4'],
  messages: ['up-model', 'claude-sonnet-4-20250514', 'claude-opus-4-7', 'claude-opus-5-5'],
  'generate-content': ['up-model', 'gemini-2.5-flash', 'gemini-3-pro-preview', 'gemini-3.8-flash'],
  'cohere-chat': ['command-a-03-2025'],
}

export function pairOf(client: ChatDialect, upstream: Upstream, index = 0): Pair {
  const names = models[upstream]
  return { client, upstream, model: names[index % names.length] ?? 'up-model', traits: {} }
}
