import type { Agent } from 'undici'
import { defined } from '../json/object.js'
import { connectorFor } from './connector.js'
import { proxyFor } from './environment-proxy.js'
import type { ProviderSettings } from './provider-settings.js'

const connectMs = 5000

/**
 * `fetch` for the identity services of a cloud: through the provider's own proxy, or the environment's for the service's address, and with
 * the authorities that the provider trusts. The metadata services of the machine are asked directly.
 */
export function identityFetch(
  { proxy, connection }: Pick<ProviderSettings, 'proxy' | 'connection'>,
  environment: Readonly<Record<string, string | undefined>>,
): typeof fetch {
  const agents = new Map<string | undefined, Agent>()
  return async (input, init) => {
    const { url, method, headers, redirect, signal, body } = new Request(input, init)
    const through = isOfMachine(new URL(url)) || proxy === 'none' ? undefined : (proxy ?? proxyFor(url, environment))
    // Loaded when it is first needed: a gateway whose keys are written down asks no identity service.
    const { default: undici } = await import('undici')
    let agent = agents.get(through)
    if (agent === undefined) {
      agent = new undici.Agent({ connect: connectorFor(connectMs, defined({ proxy: through, ca: connection?.ca })) })
      agents.set(through, agent)
    }
    const sent = body === null ? {} : { body: Buffer.from(await new Response(body).arrayBuffer()) }
    return undici.fetch(url, { method, headers: [...headers], redirect, signal, dispatcher: agent, ...sent })
  }
}

/** Loopback, link-local addresses and the names of Google's metadata service. */
function isOfMachine({ hostname }: URL): boolean {
  return /^(?:localhost|127\.[\d.]+|169\.254\.[\d.]+|metadata(?:\.google\.internal)?|\[(?:::1|fe80:.*|fd00:ec2:.*|fd20:ce:.*)\])$/.test(
    hostname,
  )
}
