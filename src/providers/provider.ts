import type { ProviderSettings } from '../config/configuration.js'
import type { KindConfiguration } from '../config/kind-configuration.js'
import type { UpstreamDialect } from '../exchange/dialect-name.js'
import type { TargetTraits } from '../exchange/target.js'

/** What is asked of a provider, before anything is known of its address. */
export type Endpoint =
  | { readonly type: 'conversation'; readonly dialect: UpstreamDialect; readonly model: string; readonly stream: boolean }
  | { readonly type: 'count-tokens'; readonly dialect: 'messages' | 'generate-content'; readonly model: string }
  | {
      readonly type: 'stored-response'
      readonly id: string
      readonly action: 'get' | 'delete' | 'cancel' | 'input-items'
      readonly query: string
    }
  | { readonly type: 'media'; readonly form: string; readonly model: string; readonly stream: boolean }

export interface EndpointAddress {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the base URL, with query: `/chat/completions`. */
  readonly path: string
}

/**
 * One kind of provider: where its endpoints are, how it authenticates, which dialects it speaks, its known quirks.
 * Kinds are data and small functions; they never see a request's content.
 */
export interface ProviderKind {
  readonly kind: string
  readonly defaultBaseUrl?: string
  /** Usual environment variables of the key, first one first. */
  readonly keyVariables: readonly string[]
  /** What anywire.yaml says about this kind, and how it is found without one. */
  readonly configuration: KindConfiguration
  /** Dialects for conversations, the preferred one for translation first. */
  conversationDialects(settings: ProviderSettings): readonly UpstreamDialect[]
  /** `undefined`: this kind has no such endpoint. */
  address(endpoint: Endpoint, settings: ProviderSettings): EndpointAddress | undefined
  /** The headers that carry the key; none where there is no key. May sign: then it is asynchronous and sees the whole request. */
  authenticate(
    request: UnsignedRequest,
    settings: ProviderSettings,
  ): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  traits(settings: ProviderSettings): TargetTraits
  /** Wire forms of media endpoints this kind speaks, by thing: `embeddings: 'openai'`. */
  readonly media?: Readonly<Partial<Record<MediaThing, string>>>
  /** Changes a conversation body on its way up where the model is not in it (Anthropic on Vertex and Bedrock). */
  readonly bodyForm?: 'model-in-path'
}

export type MediaThing =
  | 'completions'
  | 'embeddings'
  | 'image-generations'
  | 'image-edits'
  | 'transcriptions'
  | 'translations'
  | 'speech'
  | 'rerank'
  | 'moderations'
  | 'realtime'

export interface UnsignedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string | undefined
}

/** A configured provider, ready for use. */
export interface Provider {
  readonly settings: ProviderSettings
  readonly kind: ProviderKind
  readonly origin: string
  /** Path of the base URL without a trailing slash. */
  readonly basePath: string
  readonly dialects: readonly UpstreamDialect[]
  readonly traits: TargetTraits
}

export function createProvider(settings: ProviderSettings, kind: ProviderKind): Provider {
  const url = new URL(settings.base_url ?? kind.defaultBaseUrl ?? 'http://127.0.0.1')
  return {
    settings,
    kind,
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ''),
    dialects: kind.conversationDialects(settings),
    traits: kind.traits(settings),
  }
}
