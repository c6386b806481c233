/** A JSON Schema; only what the configuration's schema needs. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The configuration of one kind of provider. */
export interface KindConfiguration {
  /** Shown by editors. */
  readonly description: string
  /**
   * `none`: the kind has no address of its own in the configuration. `made`: from its settings, where `base_url` is left out.
   * Else `base_url` is required where the kind has no default.
   */
  readonly address?: 'none' | 'made'
  /** A path that this kind appends itself and that people paste with the address: it is removed from `base_url`. */
  readonly appended?: RegExp
  /** The upstream has OpenAI's chat API, its responses API, or both: the kind takes `chat_api`. */
  readonly chatApi?: boolean
  /** Settings of this kind alone, by name. */
  readonly settings?: Readonly<Record<string, JsonSchema>>
  /**
   * Requests are signed, or sent with a token that the gateway fetches, so that no client's sign-in can take its place: always, or where
   * this setting is present.
   */
  readonly signs?: 'always' | { readonly with: string }
  readonly requiredSettings?: readonly string[]
  /** The kind is discovered without a configuration file where one of its key variables is set. */
  readonly discovery?: KindDiscovery
}

export interface KindDiscovery {
  /** Name of the discovered provider. */
  readonly name: string
  /** The variable of its library for another base URL. */
  readonly baseUrlVariable?: string
  readonly chatApi?: 'chat' | 'responses' | 'both'
  /** Prefixes of the provider's own model names: a bare name goes to the first discovered provider with a matching prefix. */
  readonly prefixes: readonly string[]
}
