import { isObject } from '../../json/object.js'
import type { MockFacts } from '../dialect.js'

export const mock: MockFacts = {
  storedState: ['cachedContent'],
  // Google's chat models answer with samples, whatever the request says.
  speech: 'pcm',
  bareValueAsJson(wire) {
    const { generationConfig: config } = wire
    if (!isObject(config) || config['responseMimeType'] !== 'text/x.enum') return undefined
    return { ...wire, generationConfig: { ...config, responseMimeType: 'application/json' } }
  },
}
