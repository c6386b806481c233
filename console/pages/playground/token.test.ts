import { noteRateLimits, pastedToken, rateLimitLeft, tokenSource } from './token.js'

const left = (requests: string) => [['x-ratelimit-remaining-requests', requests]] as const

test('what a token has left is not shown for another one that has been chosen meanwhile', () => {
  tokenSource.value = 'pasted'
  pastedToken.value = ' sk-a '
  noteRateLimits('sk-a', left('7'))
  expect(rateLimitLeft.value).toEqual({ requests: '7' })
  pastedToken.value = 'sk-b'
  noteRateLimits('sk-a', left('6'))
  tokenSource.value = 'session'
  noteRateLimits('sk-b', left('5'))
  expect(rateLimitLeft.value).toEqual({ requests: '7' })
})
