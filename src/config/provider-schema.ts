import type { JsonSchema } from '../providers/kind-configuration.js'
import type { ProviderKind } from '../providers/provider.js'
import { section, name } from './schema-parts.js'
import { ownTimesAndRetries } from './upstream-schema.js'

const headerName = "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$"

const pemFile = (what: string): JsonSchema => ({ type: 'string', minLength: 1, description: `${what}: a file in PEM form.` })

/** One provider of this kind. */
export function providerSchema({ kind, defaultBaseUrl, configuration }: ProviderKind): JsonSchema {
  const required = ['name', 'kind', ...(configuration.requiredSettings ?? [])]
  if (defaultBaseUrl === undefined && configuration.address === undefined) required.push('base_url')
  return section(
    configuration.description,
    {
      name: name('The name that models refer to.'),
      kind: { const: kind },
      ...(configuration.address === 'none'
        ? {}
        : {
            base_url: {
              type: 'string',
              format: 'http-url',
              description:
                defaultBaseUrl === undefined ? 'Where the provider is.' : `Where the provider is; ${defaultBaseUrl} when left out.`,
            },
            api_key: { type: 'string', minLength: 1, description: "The provider's key. Left out: none is sent." },
            headers: {
              type: 'object',
              propertyNames: { pattern: headerName, 'x-expected': 'expected the name of a header' },
              additionalProperties: { type: 'string', pattern: '^[\\x20-\\x7e]*$', 'x-expected': 'expected printable ASCII' },
              description: 'Extra headers of every request to this provider.',
            },
            forward_headers: {
              type: 'array',
              maxItems: 50,
              items: { type: 'string', pattern: headerName, 'x-expected': "expected a header's name" },
              description: "Names of clients' headers that are passed on to this provider. Left out: none.",
            },
            auth: {
              const: 'client',
              description:
                "client: the client's own Authorization, else its style's key header, is sent in place of api_key; the gateway's token must then be in x-anywire-token.",
            },
            proxy: {
              type: 'string',
              format: 'proxy',
              description: 'HTTP proxy for this provider, or none. Left out: HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment.',
            },
            ca_file: pemFile('Authorities that are trusted beside the usual ones'),
            client_cert_file: pemFile('Certificate that the gateway shows, with client_key_file'),
            client_key_file: pemFile('Private key of client_cert_file'),
          }),
      ...(configuration.chatApi === true
        ? { chat_api: { enum: ['chat', 'responses', 'both'], description: 'The chat API that the provider has; chat when left out.' } }
        : {}),
      passthrough: {
        oneOf: [
          { type: 'boolean' },
          section('Bare names with one of these prefixes go here too.', {
            prefixes: { type: 'array', items: { type: 'string', minLength: 1 } },
          }),
        ],
        description: 'Clients may name any model of this provider as NAME/model.',
      },
      ...ownTimesAndRetries('this provider'),
      ...configuration.settings,
    },
    required,
  )
}
