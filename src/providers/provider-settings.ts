/** The settings of every kind of provider. Those of one kind alone are in `settings`; the kind's schema has checked them. */
export interface ProviderSettings {
  readonly name: string
  readonly kind: string
  /** Without a trailing slash. Absent only for kinds that need no address (the local model) or make it from their settings. */
  readonly base_url?: string
  readonly api_key?: string
  /** Which of OpenAI's chat APIs the upstream speaks; only kinds of the OpenAI family have it. */
  readonly chat_api?: 'chat' | 'responses' | 'both'
  /** Headers that the operator adds to every upstream request. */
  readonly headers: Readonly<Record<string, string>>
  /** Headers of clients, in lower case, that are passed on to this provider. */
  readonly forward_headers?: readonly string[]
  /** `client`: the client's own sign-in at this provider is sent in place of a key; the gateway's token is in `x-anywire-token`. */
  readonly auth?: 'client'
  /** As configured: the URL of an HTTP proxy, or `none`; absent: the environment's. */
  readonly proxy?: string
  readonly connection?: ConnectionSettings
  readonly settings: Readonly<Record<string, unknown>>
}

/** Proxy and TLS settings of the connections to a provider. */
export interface ConnectionSettings {
  /** URL of an HTTP proxy; may hold a user name and a password. */
  readonly proxy?: string
  /** PEM: certificate authorities that are trusted beside the usual ones. */
  readonly ca?: string
  /** PEM: the gateway's client certificate. */
  readonly cert?: string
  readonly key?: string
}
