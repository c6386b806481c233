import { errorFormatOf, factsOf } from '../contract/error-format.js'

/** A family of clients: the base address that it needs, and the path that it appends. */
interface Family {
  readonly clients: string
  readonly version: '' | '/v1' | '/v1beta'
  /** What the clients append to an address without a version, where people doubt it. */
  readonly appended?: string
}

const openai: Family = { clients: 'OpenAI clients', version: '/v1' }
const anthropic: Family = { clients: 'Anthropic clients', version: '', appended: '/v1/messages' }
const anthropicWithVersion: Family = { clients: 'Anthropic clients that append /messages', version: '/v1' }
const google: Family = { clients: 'Google clients', version: '', appended: '/v1beta/models' }
const googleWithVersion: Family = { clients: 'Google clients that append /models', version: '/v1beta' }
const cohere: Family = { clients: 'Cohere clients', version: '' }

/** Wrong prefixes before an endpoint: versions, other gateways' prefixes, a deployment, an endpoint in place of a base address. */
const before =
  '(?:/(?:v1|v2|v1beta|v1alpha|api|openai|anthropic|claude|google|gemini|cohere|chat/completions|messages|responses|(?:deployments|engines)/[^/]+))*'

/** The paths that clients append, where these identify the family. The first match counts. */
const endpoints: readonly (readonly [RegExp, Family])[] = [
  [ending('/(?:v1|v1beta|v1alpha)/models/.+(?::|%3A)[A-Za-z]+'), google],
  [ending('/models/.+(?::|%3A)[A-Za-z]+'), googleWithVersion],
  [ending('/v1/messages(?:/count_tokens)?'), anthropic],
  [ending('/messages(?:/count_tokens)?'), anthropicWithVersion],
  [ending('/v[12]/(?:rerank|chat|embed)'), cohere],
  [
    ending(
      '/(?:chat/completions|completions|embeddings|responses(?:/[^/]+(?:/cancel|/input_items)?)?|images/(?:generations|edits)|audio/(?:transcriptions|translations|speech)|moderations|rerank|realtime)',
    ),
    openai,
  ],
]
const models = ending('/models(?:/.+)?')

/**
 * What to tell a client whose base address is wrong, by the path where its request arrived; `undefined` where that is no
 * endpoint after a wrong base address. `base`: the gateway's address.
 */
export function wrongAddress(
  path: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  base: string,
): string | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  const family = endpoints.find(([pattern]) => pattern.test(plain))?.[1] ?? familyOfLists(plain, headers)
  if (family === undefined) return undefined
  const address = `${base}${family.version}`
  if (path === `${plain}/` && plain.startsWith('/v1')) return `Paths have no slash at their end here: ${base}${plain} is the address.`
  const slash = path === plain ? '' : ', without a slash at its end'
  const appended = family.appended === undefined ? '' : `; they append ${family.appended} to it`
  return `There is nothing at this path. The base address of ${family.clients} is ${address}${slash}${appended}.`
}

/** All families use the lists of models: the caller's headers decide. */
function familyOfLists(path: string, headers: Readonly<Record<string, string | string[] | undefined>>): Family | undefined {
  if (!models.test(path)) return undefined
  const versioned = /\/v1(?:beta|alpha)?\/models/.test(path)
  switch (factsOf(errorFormatOf('/v1/models', headers)).modelLists) {
    case 'anthropic':
      return versioned ? anthropic : anthropicWithVersion
    case 'gemini':
      return versioned ? google : googleWithVersion
    case 'openai':
      return openai
  }
}

function ending(pattern: string): RegExp {
  return new RegExp(`^${before}${pattern}$`)
}
