/** What every kind of provider has. Settings of one kind alone are in `settings`; the kind's schema has checked them. */
export interface ProviderSettings {
  readonly name: string
  readonly kind: string
  /** Without a trailing slash. Absent only for kinds that need no address (the local model) or make it from their settings. */
  readonly base_url?: string
  readonly api_key?: string
  /** Which of OpenAI's chat APIs the upstream speaks; only kinds of the OpenAI family have it. */
  readonly chat_api?: 'chat' | 'responses' | 'both'
  /** Extra headers of every upstream request, the operator's own. */
  readonly headers: Readonly<Record<string, string>>
  readonly connection?: ConnectionSettings
  readonly settings: Readonly<Record<string, unknown>>
}

/** How a provider is reached where that is not directly, and whom it and the gateway trust. */
export interface ConnectionSettings {
  /** URL of an HTTP proxy; may hold a user name and a password. */
  readonly proxy?: string
  /** PEM: authorities that are trusted beside the usual ones. */
  readonly ca?: string
  /** PEM: what the gateway shows of itself. */
  readonly cert?: string
  readonly key?: string
}
