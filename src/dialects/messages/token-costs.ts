import type { TokenCosts } from '../token-costs.js'

export const tokenCosts: TokenCosts = {
  textFactor: 1.15,
  declarationFactor: 1.15,
  request: 4,
  turn: 3,
  tools: 500,
  call: 35,
  functions: 'json',
  // A pixel costs 1/750; what is larger than 1568 on the long side, or than 1600 tokens, is made smaller.
  image({ width, height }) {
    const scale = Math.min(1, 1568 / Math.max(width, height))
    return Math.min(1600, Math.ceil((width * scale * height * scale) / 750))
  },
  page: 2000,
  second: 10,
}
