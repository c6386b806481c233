import { acceptedEncodings } from './accepted-encoding.js'

test.each([
  [undefined, []],
  ['', []],
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['GZIP', ['gzip']],
  ['br;q=0, gzip;q=0.5', ['gzip']],
  ['gzip;q=0.0', []],
  ['xgzip', []],
  [
    ['gzip', 'br'],
    ['br', 'gzip'],
  ],
])('%j takes %j', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings)
})
