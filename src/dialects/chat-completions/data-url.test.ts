import { readDataUrl } from './data-url.js'

describe('data URLs', () => {
  test.each([
    ['data:image/png;base64,iVBO', { type: 'base64', mediaType: 'image/png', data: 'iVBO' }],
    ['DATA:image/JPG;charset=x;base64,/9j/', { type: 'base64', mediaType: 'image/jpeg', data: '/9j/' }],
    ['data:,Hi%20you', { type: 'base64', mediaType: 'text/plain', data: 'SGkgeW91' }],
    ['https://example.com/a.png', undefined],
    ['data:image/png', undefined],
    ['data:,%', undefined],
  ])('%s', (url, wanted) => {
    expect(readDataUrl(url)).toEqual(wanted)
  })
})
