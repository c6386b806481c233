import type { ProviderSettings } from './provider-settings.js'
import type { KindConfiguration } from './kind-configuration.js'
import type { ChatDialect, UpstreamDialect } from '../exchange/dialect-name.js'
import type { FormatsOf, MediaEndpoint } from '../exchange/media-task.js'
import type { TargetTraits } from '../exchange/target.js'

/** An endpoint of a provider, whatever its address. */
export type Endpoint =
  | { readonly type: 'conversation'; readonly dialect: UpstreamDialect; readonly model: string; readonly stream: boolean }
  /** The list of models. Without an address where the provider's list does not have the names that clients use, such as deployments. */
  | { readonly type: 'models' }
  | { readonly type: 'count-tokens'; readonly dialect: ChatDialect; readonly model: string }
  /** OpenAI's `/responses/compact`. */
  | { readonly type: 'compaction'; readonly model: string }
  | {
      readonly type: 'stored-response'
      readonly id: string
      readonly action: 'get' | 'delete' | 'cancel' | 'input-items'
      readonly query: string
    }
  | { readonly type: 'media'; readonly endpoint: MediaEndpoint; readonly model: string; readonly stream: boolean }

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
  /**
   * The shipped price lists of its models, in the order to look them up; `free`: the models run at the operator's. Absent: the lists of the
   * providers at the default base URL, or for kinds without one at the configured one.
   */
  readonly priceLists?: 'free' | readonly string[]
  /** Usual environment variables of the key, in order of preference. */
  readonly keyVariables: readonly string[]
  /** Its settings in anywire.yaml, and how it is discovered. */
  readonly configuration: KindConfiguration
  /** The base URL, for kinds that make it from their settings. `base_url` overrides it. */
  baseUrl?(settings: ProviderSettings): string
  /** Families of models with different abilities, with one model of each, for the table in the docs. */
  readonly families?: readonly { readonly name: string; readonly model: string }[]
  /** Dialects for conversations with this model (the provider's name), the preferred one for translation first. */
  conversationDialects(settings: ProviderSettings, model: string): readonly UpstreamDialect[]
  /** `undefined`: this kind has no such endpoint. */
  address(endpoint: Endpoint, settings: ProviderSettings): EndpointAddress | undefined
  /** The headers that carry the key; none where there is no key. May sign: then it is asynchronous and sees the whole request. */
  authenticate(
    request: UnsignedRequest,
    settings: ProviderSettings,
  ): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** Secrets beside `api_key` that a provider's texts could repeat: they are masked in texts for clients. */
  secrets?(settings: ProviderSettings): readonly string[]
  /** How this model differs from this dialect. Called for every request: returns constants. */
  traits(settings: ProviderSettings, model: string, dialect: UpstreamDialect): TargetTraits
  /** Wire formats of this kind by media task: `embeddings: 'openai'`. */
  readonly media?: MediaFormats
  /** The same for kinds whose models differ; overrides `media`. */
  mediaFor?(model: string): MediaFormats
  /** How this endpoint's requests differ from their dialect; `undefined`: not at all. */
  requestChanges?(endpoint: Endpoint): RequestChanges | undefined
  /** The framing of streamed replies; `undefined`: `text/event-stream`. */
  streamFraming?(endpoint: Endpoint): StreamFraming | undefined
}

/** No differences from the dialect. */
export const noTraits: TargetTraits = {}

/** Changes of a request, as data: the relay applies them, so that kinds never see a body. */
export interface RequestChanges {
  /** Top-level members that are added or replaced, as JSON texts. */
  readonly put?: Readonly<Record<string, string>>
  /** Top-level members that are removed, such as a model that is in the path. */
  readonly leaveOut?: readonly string[]
  /** Headers whose comma-separated values become a list in the body: `anthropic-beta` → `anthropic_beta`. */
  readonly intoBody?: Readonly<Record<string, string>>
  /** Headers to set, or with `undefined` to remove. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/**
 * AWS event stream messages: `aws-events` carry an event of the dialect each; `aws-chunks` carry it as base64 in `{"bytes"}`.
 */
export type StreamFraming = 'aws-events' | 'aws-chunks'

export type MediaFormats = { readonly [Name in Service]?: FormatsOf[Name] }

/** What a provider may offer beside conversations. */
export type Service = keyof FormatsOf

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
  /** Dialects for conversations with this model, the preferred one for translation first; none: no conversations. */
  dialectsFor(model: string): readonly UpstreamDialect[]
  /** Wire formats of this model by media task. */
  mediaFor(model: string): MediaFormats
  /** How this model differs from this dialect. */
  traitsFor(model: string, dialect: UpstreamDialect): TargetTraits
}

const noMedia: MediaFormats = {}

export function createProvider(settings: ProviderSettings, kind: ProviderKind): Provider {
  const url = new URL(settings.base_url ?? kind.baseUrl?.(settings) ?? kind.defaultBaseUrl ?? 'http://127.0.0.1')
  return {
    settings,
    kind,
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ''),
    dialectsFor: (model) => kind.conversationDialects(settings, model),
    mediaFor: (model) => kind.mediaFor?.(model) ?? kind.media ?? noMedia,
    traitsFor: (model, dialect) => kind.traits(settings, model, dialect),
  }
}
