import type { TokenCosts } from './token-costs.js'

/** OpenAI's token costs, also used for dialects without costs of their own. Images: OpenAI's guide "Images and vision". */
export const openaiTokenCosts: TokenCosts = {
  textFactor: 1,
  declarationFactor: 1,
  request: 3,
  turn: 4,
  tools: 12,
  call: 4,
  functions: 'typescript',
  image({ width, height }, detail) {
    if (detail === 'low') return 85
    const fit = Math.min(1, 2048 / Math.max(width, height))
    const short = Math.min(1, 768 / (Math.min(width, height) * fit))
    return 85 + 170 * Math.ceil((width * fit * short) / 512) * Math.ceil((height * fit * short) / 512)
  },
  page: 1000,
  second: 10,
}
