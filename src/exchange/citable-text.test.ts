import { expect, test } from '@jest/globals'
import { CitableText, maxCitableLength } from './citable-text.js'

test('a text over the limit is dropped, but its length is still counted', () => {
  const text = new CitableText()
  text.add('All ')
  text.add('good.')
  expect([text.text, text.length]).toEqual(['All good.', 9])
  text.add('x'.repeat(maxCitableLength))
  text.add('late')
  expect([text.text, text.length]).toEqual([undefined, maxCitableLength + 13])
})
