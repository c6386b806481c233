import { createStreamTap, readUsage, unitsOf } from './usage.js'

test.each([
  [{ prompt: 'x' }, { images: 1 }],
  [
    { n: 3, size: '1024x1024', quality: 'hd' },
    { images: 3, imageSize: '1024x1024', imageQuality: 'hd' },
  ],
  [{ n: null, size: 'auto', quality: 'auto' }, { images: 1 }],
])('a request for images: %j', (request, units) => {
  expect(unitsOf(request)).toEqual(units)
})

test('the number of images in a reply, their size and quality', () => {
  expect(readUsage({ data: [{}, {}], size: '1024x1536', quality: 'low', usage: { input_tokens: 5, output_tokens: 6 } })).toEqual({
    inputTokens: 5,
    outputTokens: 6,
    images: 2,
    imageSize: '1024x1536',
    imageQuality: 'low',
  })
})

test('in a stream each image has its own end; partial images do not count', () => {
  const tap = createStreamTap()
  for (const type of ['image_generation.partial_image', 'image_generation.completed', 'image_generation.completed'])
    tap.push({ event: type, data: JSON.stringify({ type, b64_json: 'AA==', size: '1024x1024', quality: 'high' }) })
  expect(tap.usage).toEqual({ images: 2, imageSize: '1024x1024', imageQuality: 'high' })
})
