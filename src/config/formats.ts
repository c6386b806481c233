import { parseDatabase } from './database-address.js'
import { parseNetwork } from './network.js'

/** The formats of the configuration's texts, and what an error says of each. */
export const formats: Readonly<Record<string, { readonly expected: string; readonly validate: (text: string) => boolean }>> = {
  'http-url': {
    expected: 'expected an absolute URL such as "https://api.example.com/v1", without credentials, query or fragment',
    validate: (text) => {
      const url = parseUrl(text)
      return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#\s]/.test(text)
    },
  },
  origin: {
    expected: 'expected an origin such as "https://app.example.com"',
    validate: (text) => /^https?:/.test(text) && parseUrl(text)?.origin === text,
  },
  proxy: {
    expected: 'expected http://HOST:PORT, https://HOST:PORT or none',
    validate: (text) => text === 'none' || (/^https?:\/\/[^/]+\/?$/.test(text) && parseUrl(text) !== undefined),
  },
  database: {
    expected: 'expected memory, file:PATH or postgres://USER:PASSWORD@HOST/NAME',
    validate: (text) => parseDatabase(text, '/') !== undefined,
  },
  'redis-url': {
    expected: 'expected redis://HOST:PORT or rediss://HOST:PORT',
    validate: (text) => /^rediss?:$/.test(parseUrl(text)?.protocol ?? ''),
  },
  network: {
    expected: 'expected an address or a network such as "10.0.0.0/8"',
    validate: (text) => parseNetwork(text) !== undefined,
  },
  'webhook-url': {
    expected: 'expected an absolute URL such as "https://hooks.example.com/anywire", without credentials and fragment',
    validate: (text) => {
      const url = parseUrl(text)
      return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[#\s]/.test(text)
    },
  },
  'webhook-secret': {
    expected: 'expected whsec_ and 24 to 64 bytes in base64',
    validate: (text) => {
      const [, key = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
      const { length } = Buffer.from(key, 'base64')
      return length >= 24 && length <= 64
    },
  },
  'secret-key': { expected: 'expected at least 32 bytes', validate: (text) => Buffer.byteLength(text) >= 32 },
  'date-time': {
    expected: 'expected a date and time such as "2030-01-01T00:00:00Z"',
    validate: isDateTime,
  },
  'day-or-time': {
    expected: 'expected a day such as "2030-01-01", or a date and time',
    validate: (text) => isDateTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text),
  },
}

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
