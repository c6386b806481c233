import type { Bridge } from '../bridge.js'
import { GeminiLiveBridge, type GeminiLiveOptions } from './bridge.js'

export type { GeminiLiveOptions } from './bridge.js'

export function createGeminiLiveBridge(options: GeminiLiveOptions): Bridge {
  return new GeminiLiveBridge(options)
}
