import type { ProviderKind } from '../providers/provider.js'

/** The ends of addresses that OpenAI's libraries append by themselves, and people paste along. */
const endpoints =
  /\/chat\/completions$|(?<=\/v\d+)\/(?:completions|responses|messages|embeddings|rerank|moderations|images\/generations|models)$/

export type BaseUrl = { readonly address: string; readonly warning?: string } | { readonly expected: string }

/**
 * A provider's base address as people paste it: without the endpoint behind it, with or without the version as the kind has it. Where it is
 * not certain what was meant, the right one is named instead. An address that is no URL is left to the schema.
 */
export function mendBaseUrl(
  address: string,
  { configuration, defaultBaseUrl }: Pick<ProviderKind, 'configuration' | 'defaultBaseUrl'>,
): BaseUrl {
  if (!URL.canParse(address)) return { address }
  const url = new URL(address)
  const { appended } = configuration
  const whole = url.pathname.replace(/\/+$/, '')
  if (configuration.address === 'made') return { address: url.origin + whole }
  if (appended !== undefined) return { address: url.origin + whole.replace(appended, '') }
  const path = whole.replace(endpoints, '')
  if (path !== '') return { address: url.origin + path }
  if (defaultBaseUrl === undefined) return { address: url.origin, warning: `has no path: most servers have their API at ${url.origin}/v1` }
  const usual = new URL(defaultBaseUrl)
  const usualPath = usual.pathname.replace(/\/+$/, '')
  // A server on one's own machine has its API at the usual path, whichever port it is on.
  const certain = url.host === usual.host || usual.hostname === '127.0.0.1' || usualPath === ''
  return certain
    ? { address: url.origin + usualPath }
    : { expected: `expected an address with a version, such as "${url.origin}${usualPath}"` }
}
