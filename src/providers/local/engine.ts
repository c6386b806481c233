/** Generates text for the local server. */
export interface Engine {
  /** The model's name as the server shows it. */
  readonly model: string
  readonly contextTokens: number
  /** Tokens of the conversation as the model reads it, template included. */
  countTokens(turns: readonly Turn[]): number
  generate(turns: readonly Turn[], options: GenerateOptions): Promise<Generated>
}

export interface Turn {
  readonly role: 'system' | 'user' | 'assistant'
  readonly text: string
}

export interface GenerateOptions {
  readonly maxTokens: number
  readonly temperature?: number
  readonly topP?: number
  readonly seed?: number
  readonly stop: readonly string[]
  /** `true`: any JSON. An object: JSON of this schema, enforced by a grammar. */
  readonly json?: true | Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
}

export interface Generated {
  readonly finishReason: 'stop' | 'length'
  readonly outputTokens: number
}

/** The schema of a request cannot be expressed as a grammar. */
export class UnsupportedSchema extends Error {}
