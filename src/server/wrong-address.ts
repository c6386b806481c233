import type { Contract } from '../contract/contract.js'
import { clientFamilyOf, errorFormatOf, factsOf } from '../contract/error-format.js'
import { clientDialects } from '../dialects/registry.js'
import { clientAddresses, type ClientAddress, type ClientFamily } from '../exchange/client-family.js'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/**
 * What to tell a client whose base address is wrong, by the path where its request arrived; `undefined` where that is no
 * endpoint after a wrong base address. `base`: the gateway's address.
 */
export type WrongAddress = (path: string, headers: Headers, base: string) => string | undefined

const version = '/v\\d(?:alpha|beta)?'
/** The paths of chat without their versions: some people write one into the base address. */
const chats = Object.values(clientDialects)
  .filter(({ facts }) => facts.endpoint.startsWith('/'))
  .map(({ facts }) => facts.endpoint.replace(/^\/v\d/, ''))
/** Wrong prefixes before an endpoint: versions, other gateways' prefixes, a deployment, an endpoint in place of a base address. */
const before = `(?:${version}|/(?:api|openai|anthropic|claude|google|gemini|cohere)|/(?:deployments|engines)/[^/]+|${chats.join('|')})*`
const models = ending('/models(?:/.+)?')
const versionedModels = new RegExp(`${version}/models`)

/** The endpoints are those of the contract; the family of each is that of its error format. */
export function wrongAddressesOf(contract: Contract): WrongAddress {
  const appended = appendedPaths(contract)
  return (path, headers, base) => {
    const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
    if (path === `${plain}/` && isPath(contract, plain)) return `Paths have no slash at their end here: ${base}${plain} is the address.`
    const address = appended.find(({ pattern }) => pattern.test(plain))?.address ?? addressForLists(plain, headers)
    if (address === undefined) return undefined
    const slash = path === plain ? '' : ', without a slash at its end'
    const remark = address.appended === undefined ? '' : `; they append ${address.appended} to it`
    return `There is nothing at this path. The base address of ${address.title} is ${base}${address.path}${slash}${remark}.`
  }
}

interface AppendedPaths {
  readonly pattern: RegExp
  readonly address: ClientAddress
}

/** What clients append to each form of a base address. The first match counts: paths without parameters come before others. */
function appendedPaths({ operations }: Contract): readonly AppendedPaths[] {
  const endpoints = operations.flatMap(({ path }) => {
    const [, endpoint = ''] = /^\/v\d(?:beta)?(\/.+)$/.exec(path) ?? []
    const family = clientFamilyOf(errorFormatOf(path, {}))
    return endpoint === '' || isList(endpoint) || family === undefined ? [] : [{ endpoint, family, template: endpoint.includes('{') }]
  })
  return [false, true].flatMap((template) =>
    (Object.keys(clientAddresses) as ClientFamily[]).flatMap((family) => {
      const own = endpoints.filter((one) => one.family === family && one.template === template)
      if (own.length === 0) return []
      const patterns = [...new Set(own.map(({ endpoint }) => patternOf(endpoint)))].join('|')
      return clientAddresses[family].map((address) => ({
        pattern: ending(`${address.path === '' ? version : ''}(?:${patterns})`),
        address,
      }))
    }),
  )
}

/** The lists of models and their entries, which all families use. */
function isList(endpoint: string): boolean {
  return endpoint === '/models' || endpoint === '/models/{model}'
}

/** Names of models may have slashes; a method may be any: another answer says which there are. */
function patternOf(endpoint: string): string {
  return endpoint.replace(/\{model\}:.+/, '.+(?::|%3A)[A-Za-z]+').replaceAll(/\{[^}]+\}/g, '[^/]+')
}

/** The lists of models: the caller's headers decide. */
function addressForLists(path: string, headers: Headers): ClientAddress | undefined {
  if (!models.test(path)) return undefined
  const addresses = clientAddresses[factsOf(errorFormatOf('/v1/models', headers)).family]
  const [usual] = addresses
  return versionedModels.test(path) ? usual : (addresses.find((address) => address.path !== '') ?? usual)
}

function isPath(contract: Contract, path: string): boolean {
  const match = contract.match('POST', path)
  return match.found || match.allow !== undefined
}

function ending(pattern: string): RegExp {
  return new RegExp(`^${before}${pattern}$`)
}
