import type { TokenCosts } from '../token-costs.js'

export const tokenCosts: TokenCosts = {
  textFactor: 1.15,
  declarationFactor: 1.15,
  request: 4,
  turn: 3,
  tools: 500,
  call: 35,
  functions: 'json',
  // Anthropic's page "Vision": width × height / 750, after images over 1568 pixels, or over about 1600 tokens, are scaled down.
  image({ width, height }) {
    const scale = Math.min(1, 1568 / Math.max(width, height))
    return Math.min(1600, Math.ceil((width * scale * height * scale) / 750))
  },
  page: 2000,
  second: 10,
}
