import type { TokenCosts } from '../token-costs.js'

export const tokenCosts: TokenCosts = {
  textFactor: 1,
  declarationFactor: 1,
  request: 0,
  turn: 0,
  tools: 0,
  call: 8,
  functions: 'typescript',
  image: ({ width, height }) => (Math.max(width, height) <= 384 ? 258 : 258 * Math.ceil(width / 768) * Math.ceil(height / 768)),
  page: 258,
  second: 32,
}
