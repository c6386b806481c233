import { tokenHeader } from '../../access/credentials.js'
import { credentialHeadersOf } from '../../contract/error-format.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { ProviderSettings } from '../../providers/provider-settings.js'
import { SecretMask } from '../../secrets/mask.js'
import type { GatewayRequest } from '../gateway-request.js'
import { isOfConnection } from './upstream-headers.js'

/** What is read of the client's request for a provider with `forward_headers` or `auth: client`. */
export type Client = Pick<GatewayRequest, 'incoming' | 'errorFormat' | 'path' | 'record'>

/** Adds the client's headers with these names, which the start has checked. */
export function addForwarded(headers: Record<string, string>, names: readonly string[], { incoming, record }: Client): void {
  for (const name of names) {
    const given = incoming.headers[name]
    if (given === undefined || isOfConnection(name, incoming.headers)) continue
    const value = Array.isArray(given) ? given.join(', ') : given
    headers[name] = value
    if (name !== 'user-agent') hide(record, value)
  }
}

/** Shorter values may be a part of any word. */
const hiddenAnywhere = 8
/** Shorter texts are not masked: they are common words and numbers. */
const hiddenAsWord = 4

function hide(record: Client['record'], value: string): void {
  if (value.length >= hiddenAnywhere) record.hides((text) => new SecretMask([value]).clean(text))
  else if (value.length >= hiddenAsWord) record.hides((text) => withoutWord(text, value))
}

/** Masks the value where it is a whole word, in upper or lower case. */
function withoutWord(text: string, value: string): string {
  const quoted = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${quoted}(?![\p{L}\p{N}])`, 'giu'), '[removed]')
}

/**
 * The client's own sign-in at the provider: its `Authorization`, else the key header of its style. Throws 401 where the gateway's token is
 * not in `x-anywire-token`: it would be in the place of the sign-in, and must not be sent upstream.
 */
export function signInOf(
  { incoming: { headers }, errorFormat, path, record }: Client,
  { name: provider }: ProviderSettings,
): Record<string, string> {
  if (headers[tokenHeader] === undefined)
    throw new GatewayFailure({
      kind: 'invalid_api_key',
      message: `The provider ${JSON.stringify(provider)} takes the client's own sign-in: send the gateway's token in ${tokenHeader}.`,
      param: tokenHeader,
    })
  for (const name of ['authorization', ...credentialHeadersOf(errorFormat, path)]) {
    const value = headers[name]
    if (typeof value !== 'string' || value === '' || isOfConnection(name, headers)) continue
    hide(record, value.replace(/^\S+ +/, ''))
    return { [name]: value }
  }
  throw new GatewayFailure({
    kind: 'invalid_api_key',
    message: `The provider ${JSON.stringify(provider)} takes the client's own sign-in, and the request has none beside the gateway's token.`,
    param: 'Authorization',
  })
}
