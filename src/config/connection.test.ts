import { readConnection } from './connection.js'

const proxy = 'http://proxy.example:3128'

describe("a provider's own connection", () => {
  const read = (provider: object, environment: Record<string, string> = {}) =>
    readConnection(provider, 'https://api.example.com/v1', ['providers', 0], { environment, directory: '/nowhere' })

  test('its proxy goes before the one of the environment; none turns both off', () => {
    expect(read({ proxy: 'http://own:1' }, { HTTPS_PROXY: proxy })).toEqual({ connection: { proxy: 'http://own:1' } })
    expect(read({ proxy: 'none' }, { HTTPS_PROXY: proxy })).toEqual({ connection: undefined })
    expect(read({}, { HTTPS_PROXY: proxy })).toEqual({ connection: { proxy } })
  })
  test('a file that is not there names its key', () => {
    expect(read({ ca_file: 'ca.pem' })).toEqual({
      problem: { path: ['providers', 0, 'ca_file'], expected: 'expected a readable file in PEM form with certificates of authorities' },
    })
  })
})
