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
import type { ProviderKind } from './provider.js'

/** Every kind of provider there is. Adding one: its folder, and its line here. */
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
