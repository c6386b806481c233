/** A JSON Schema; only what the configuration's schema needs. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What a kind of provider brings to the configuration. */
export interface KindConfiguration {
  /** Shown by editors. */
  readonly description: string
  /**
   * `none`: the kind has no address of its own in the configuration. `made`: from its settings, where `base_url` is left out.
   * Else `base_url` is required where the kind has no default.
   */
  readonly address?: 'none' | 'made'
  /** The end of an address that this kind appends by itself, and people paste along: it is taken off. */
  readonly appended?: RegExp
  /** The upstream has OpenAI's chat API, its responses API, or both: the kind takes `chat_api`. */
  readonly chatApi?: boolean
  /** Settings of this kind alone, by name. */
  readonly settings?: Readonly<Record<string, JsonSchema>>
  readonly requiredSettings?: readonly string[]
  /** Taken without a configuration file where one of its key variables is set. */
  readonly discovery?: KindDiscovery
}

export interface KindDiscovery {
  /** Name that the discovered provider gets. */
  readonly name: string
  /** The usual variable for another address. */
  readonly baseUrlVariable?: string
  readonly chatApi?: 'chat' | 'responses' | 'both'
  /** How the provider's own model names begin: bare names are passed on to the first discovered provider that they fit. */
  readonly prefixes: readonly string[]
}
