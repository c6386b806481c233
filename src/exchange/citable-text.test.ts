import { expect, test } from '@jest/globals'
import { CitableText, longestCitable } from './citable-text.js'

test('a text is kept up to its limit, its length beyond', () => {
  const text = new CitableText()
  text.add('All ')
  text.add('good.')
  expect([text.text, text.length]).toEqual(['All good.', 9])
  text.add('x'.repeat(longestCitable))
  text.add('late')
  expect([text.text, text.length]).toEqual([undefined, longestCitable + 13])
})
