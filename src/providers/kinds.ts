import { anthropic } from './anthropic/index.js'
import { cohere } from './cohere/index.js'
import { gemini } from './gemini/index.js'
import { local } from './local/kind.js'
import { openai } from './openai/index.js'
import { openaiCompatible } from './openai-compatible/index.js'
import type { ProviderKind } from './provider.js'

/** Every kind of provider there is. Adding one: its folder, and its line here. */
export const providerKinds: readonly ProviderKind[] = [openai, openaiCompatible, anthropic, gemini, cohere, local]

const byName = new Map(providerKinds.map((kind) => [kind.kind, kind]))

export function providerKind(name: string): ProviderKind | undefined {
  return byName.get(name)
}
