import { anthropic } from './anthropic/index.js'
import { azureOpenai } from './azure-openai/index.js'
import { bedrock } from './bedrock/index.js'
import { cohere } from './cohere/index.js'
import { compatibleKinds } from './compatible/kinds.js'
import { gemini } from './gemini/index.js'
import { jina } from './jina/index.js'
import { local } from './local/kind.js'
import { openai } from './openai/index.js'
import { openaiCompatible } from './openai-compatible/index.js'
import { vertex } from './vertex/index.js'
import { voyage } from './voyage/index.js'
import { createProvider, type Provider, type ProviderKind } from './provider.js'
import type { ProviderSettings } from './provider-settings.js'

/** All kinds of provider. To add one: its folder, and its line here. */
export const providerKinds: readonly ProviderKind[] = [
  openai,
  azureOpenai,
  anthropic,
  gemini,
  vertex,
  bedrock,
  cohere,
  ...compatibleKinds,
  jina,
  voyage,
  openaiCompatible,
  local,
]

const byName = new Map(providerKinds.map((kind) => [kind.kind, kind]))

export function providerKind(name: string): ProviderKind | undefined {
  return byName.get(name)
}

/** The provider of these settings, whose kind the schema has checked. */
export function providerOf(settings: ProviderSettings): Provider {
  const kind = providerKind(settings.kind)
  if (kind === undefined) throw new Error(`There is no provider kind ${settings.kind}.`)
  return createProvider(settings, kind)
}
