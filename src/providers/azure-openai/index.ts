import { openaiAddress, openaiDialects, openaiMedia } from '../openai-api.js'
import { noTraits, type ProviderKind } from '../provider.js'
import { entraSecrets, entraToken, identityOf } from './entra-token.js'
import { pathSegment, queryValue } from '../upstream-path.js'

/**
 * Azure OpenAI. With `api_version` the older API: the deployment is in the path; without it the current `/openai/v1` API, where the
 * deployment is `model`. The key is sent as `api-key`.
 */
export const azureOpenai: ProviderKind = {
  kind: 'azure-openai',
  priceLists: ['azure'],
  keyVariables: ['AZURE_OPENAI_API_KEY'],
  configuration: {
    description: 'Azure OpenAI. base_url is the resource address, https://NAME.openai.azure.com; models are deployments.',
    appended: /\/openai(?:\/v1)?(?:\/deployments\/[^/]+)?(?:\/[a-z/]+)?$/,
    chatApi: true,
    signs: { with: 'identity' },
    settings: {
      identity: {
        enum: ['auto', 'client_secret', 'workload', 'managed'],
        description:
          'Entra ID in place of api_key: a client secret, the federated token of a workload, the managed identity of the machine, or the first of them for which AZURE_* variables are set (auto). Default: no token is requested.',
      },
      tenant_id: { type: 'string', minLength: 1, description: 'The tenant of the identity. Default: AZURE_TENANT_ID.' },
      client_id: { type: 'string', minLength: 1, description: 'The client of the identity. Default: AZURE_CLIENT_ID.' },
      client_secret: {
        type: 'string',
        minLength: 1,
        description: 'The secret for the identity client_secret. Default: AZURE_CLIENT_SECRET.',
      },
      api_version: {
        type: 'string',
        minLength: 1,
        description: 'The version of the older API, such as 2024-10-21. Default: the /openai/v1 API.',
      },
    },
  },
  conversationDialects: openaiDialects,
  address(endpoint, settings) {
    // The resource's list has models, not the deployments that clients name.
    const address = endpoint.type === 'models' ? undefined : openaiAddress(endpoint)
    if (address === undefined) return undefined
    const version = settings.settings.api_version
    if (typeof version !== 'string') return { ...address, path: `/openai/v1${address.path}` }
    if (endpoint.type === 'media' && endpoint.endpoint === 'realtime')
      return { method: 'GET', path: datedRealtime(version, endpoint.model) }
    const mark = address.path.includes('?') ? '&' : '?'
    const query = `${mark}api-version=${encodeURIComponent(version)}`
    const deployed = 'model' in endpoint && !address.path.startsWith('/responses')
    return { ...address, path: `/openai${deployed ? `/deployments/${pathSegment(endpoint.model)}` : ''}${address.path}${query}` }
  },
  authenticate: (_request, settings) => {
    if (settings.api_key !== undefined) return { 'api-key': settings.api_key }
    return identityOf(settings) === undefined ? {} : entraToken(settings).then((token) => ({ authorization: `Bearer ${token}` }))
  },
  secrets: entraSecrets,
  traits: () => noTraits,
  media: openaiMedia,
}

function datedRealtime(version: string, deployment: string): string {
  return `/openai/realtime?api-version=${encodeURIComponent(version)}&deployment=${queryValue(deployment)}`
}
