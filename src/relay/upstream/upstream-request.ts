import { upstreamDialects } from '../../dialects/registry.js'
import { GatewayFailure } from '../../exchange/error.js'
import { PiecedBody } from '../../json/pieced-body.js'
import type { Endpoint, Provider, UnsignedRequest } from '../../providers/provider.js'
import { AwsEventStreamReader } from '../stream/aws-event-stream-reader.js'
import type { FrameReader } from '../stream/frame-reader.js'
import type { BodyMemory } from './collected-bytes.js'
import { addForwarded, signInOf, type Client } from './client-headers.js'
import { applyChanges } from './request-changes.js'
import type { UpstreamRequest } from './upstream-handler.js'

type Writable<T> = { -readonly [Member in keyof T]: T[Member] }

/** Address, headers and credentials of one upstream request that `client` asked for. Only a provider that signs makes this a promise. */
export function upstreamRequest(
  provider: Provider,
  endpoint: Endpoint,
  headers: Record<string, string>,
  body: Buffer | PiecedBody | string | undefined,
  client: Client,
): UpstreamRequest | Promise<UpstreamRequest> {
  const { kind, settings, origin, basePath } = provider
  const address = kind.address(endpoint, settings)
  if (address === undefined)
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: `The provider behind this model has no endpoint for this request.`,
      param: 'model',
    })
  const path = basePath + address.path
  const changes = kind.requestChanges?.(endpoint)
  const changed = changes === undefined ? { headers, body } : applyChanges(changes, { headers, body: joined(body) })
  const unsigned =
    changed.body instanceof PiecedBody
      ? new UnsignedPieces(address.method, origin + path, changed.headers, changed.body)
      : { method: address.method, url: origin + path, headers: changed.headers, body: changed.body }
  const signed = settings.auth === 'client' ? signInOf(client, settings) : kind.authenticate(unsigned, settings)
  const withCredentials = (credentials: Readonly<Record<string, string>>): UpstreamRequest => {
    // Set one by one: spreading three objects into a literal takes longer than all the rest here.
    const all = { ...changed.headers }
    if (settings.forward_headers !== undefined) addForwarded(all, settings.forward_headers, client)
    for (const name in settings.headers) all[name] = settings.headers[name] ?? ''
    for (const name in credentials) all[name] = credentials[name] ?? ''
    const request: Writable<UpstreamRequest> = { origin, path, method: address.method, headers: all }
    if (changed.body !== undefined) request.body = changed.body
    if (settings.connection !== undefined) request.connection = settings.connection
    return request
  }
  return signed instanceof Promise ? signed.then(withCredentials) : withCredentials(signed)
}

/** Only a provider that signs looks at the body. */
class UnsignedPieces implements UnsignedRequest {
  constructor(
    readonly method: string,
    readonly url: string,
    readonly headers: Readonly<Record<string, string>>,
    private readonly pieces: PiecedBody,
  ) {}

  get body(): Buffer {
    return this.pieces.joined()
  }
}

function joined(body: Buffer | PiecedBody | string | undefined): Buffer | string | undefined {
  return body instanceof PiecedBody ? body.joined() : body
}

/** The frame reader for streamed replies of this endpoint, where they are not `text/event-stream`. */
export function frameReader(
  provider: Provider,
  endpoint: Endpoint,
  frameLimit: number,
  memory: BodyMemory,
): { readonly reader?: FrameReader } {
  const framing = provider.kind.streamFraming?.(endpoint)
  if (framing === undefined) return {}
  const exceptionEvent = endpoint.type === 'conversation' ? upstreamDialects[endpoint.dialect].facts.awsExceptionEvent : undefined
  return { reader: new AwsEventStreamReader(frameLimit, framing, exceptionEvent, memory) }
}
