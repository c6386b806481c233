import { proxyFor } from './environment-proxy.js'

const proxy = 'http://proxy.example:3128'

test.each<[string, Record<string, string>, string | undefined]>([
  ['https://api.example.com/v1', { HTTPS_PROXY: proxy }, proxy],
  ['https://api.example.com/v1', { https_proxy: proxy, HTTPS_PROXY: 'http://other:1' }, proxy],
  ['https://api.example.com/v1', { HTTP_PROXY: proxy }, undefined],
  ['http://api.example.com/v1', { HTTP_PROXY: proxy }, proxy],
  ['http://api.example.com/v1', { ALL_PROXY: proxy }, proxy],
  ['http://api.example.com/v1', { HTTP_PROXY: 'proxy.example:3128' }, proxy],
  ['http://api.example.com/v1', { HTTP_PROXY: '' }, undefined],
  ['https://api.example.com/v1', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, undefined],
  ['https://api.example.com/v1', { HTTPS_PROXY: proxy, NO_PROXY: 'other.com, example.com' }, undefined],
  ['https://api.example.com/v1', { HTTPS_PROXY: proxy, no_proxy: '.example.com' }, undefined],
  ['https://API.example.com/v1', { HTTPS_PROXY: proxy, no_proxy: 'api.EXAMPLE.com:443' }, undefined],
  ['https://api.example.com/v1', { HTTPS_PROXY: proxy, no_proxy: 'api.example.com:8443' }, proxy],
  ['https://notexample.com/v1', { HTTPS_PROXY: proxy, no_proxy: 'example.com' }, proxy],
  ['http://10.1.2.3:8000/v1', { HTTP_PROXY: proxy, no_proxy: '10.0.0.0/8' }, undefined],
  ['http://11.1.2.3:8000/v1', { HTTP_PROXY: proxy, no_proxy: '10.0.0.0/8' }, proxy],
  ['http://[fd00::1]:8000/v1', { HTTP_PROXY: proxy, no_proxy: 'fd00::/8' }, undefined],
  ['http://[::1]:8000/v1', { HTTP_PROXY: proxy, no_proxy: '::1' }, undefined],
])('%s with %j', (address, environment, expected) => {
  expect(proxyFor(address, environment)).toBe(expected)
})
