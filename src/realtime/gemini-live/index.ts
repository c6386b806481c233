import type { Bridge } from '../bridge.js'

export interface GeminiLiveOptions {
  /** The provider's name of the model. */
  readonly model: string
  /** The client's. */
  readonly name: string
  readonly newId: (prefix: string) => string
}

export function createGeminiLiveBridge(_options: GeminiLiveOptions): Bridge {
  throw new Error('not yet')
}
