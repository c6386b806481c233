import { expect, test } from '@jest/globals'
import { kindOfMediaType } from './part.js'

test.each([
  ['image/png', 'image'],
  ['audio/wav; rate=16000', 'audio'],
  ['video/mp4', 'video'],
  ['application/pdf', 'document'],
  ['imagery', 'document'],
  [undefined, 'document'],
])('the media type %s is the kind %s', (mediaType, kind) => {
  expect(kindOfMediaType(mediaType)).toBe(kind)
})
