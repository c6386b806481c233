import { openaiAddress, openaiDialects } from '../openai-api.js'
import { noTraits, type ProviderKind } from '../provider.js'
import { pathSegment, queryValue } from '../upstream-path.js'

/**
 * Azure OpenAI. With `api_version` the older form: the deployment is in the path; without it the current `/openai/v1` form that
 * takes the deployment as `model`. The key goes in `api-key`.
 */
export const azureOpenai: ProviderKind = {
  kind: 'azure-openai',
  keyVariables: ['AZURE_OPENAI_API_KEY'],
  configuration: {
    description: 'Azure OpenAI. base_url is the resource address, https://NAME.openai.azure.com; models are deployments.',
    appended: /\/openai(?:\/v1)?(?:\/deployments\/[^/]+)?(?:\/[a-z/]+)?$/,
    chatApi: true,
    settings: {
      api_version: {
        type: 'string',
        minLength: 1,
        description: 'Date of the older API form, such as 2024-10-21. Left out: the /openai/v1 form.',
      },
    },
  },
  conversationDialects: openaiDialects,
  address(endpoint, settings) {
    // The resource's list is of models, not of the deployments that clients name.
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
  authenticate: (_request, settings) => (settings.api_key === undefined ? {} : { 'api-key': settings.api_key }),
  traits: () => noTraits,
  media: {
    completions: 'openai',
    embeddings: 'openai',
    'image-generations': 'openai',
    'image-edits': 'openai',
    transcriptions: 'openai',
    translations: 'openai',
    speech: 'openai',
    realtime: 'openai',
  },
}

function datedRealtime(version: string, deployment: string): string {
  return `/openai/realtime?api-version=${encodeURIComponent(version)}&deployment=${queryValue(deployment)}`
}
