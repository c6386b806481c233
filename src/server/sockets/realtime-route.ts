import { clientDisconnected, GatewayFailure } from '../../exchange/error.js'
import { connectProvider, type ProviderAddress } from '../../realtime/provider-connection.js'
import type { Bridge } from '../../realtime/bridge/bridge.js'
import { createGeminiLiveBridge } from '../../realtime/bridge/gemini-live/index.js'
import type { Handshake, SocketRoute } from '../../realtime/handshake.js'
import { realtimeObjectIds } from '../../realtime/object-ids.js'
import { serveRealtime } from '../../realtime/session.js'
import type { CarriedSocket } from '../../realtime/socket-memory.js'
import type { WaitingPeer } from '../../realtime/waiting-peer.js'
import { clientLeft, completed } from '../../record/ending.js'
import { tagsHeader, tagsOf } from '../../record/tags.js'
import { sendToTargets } from '../../relay/targets/targets.js'
import { userAgent } from '../../relay/upstream/upstream-headers.js'
import { upstreamRequest } from '../../relay/upstream/upstream-request.js'
import { defaultDialect } from '../../contract/error-format.js'
import { readParameters } from '../../contract/parameters.js'
import { resolveModel } from '../../routing/resolve-model.js'
import type { RoutedTarget } from '../../routing/target.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import type { Gateway } from '../gateway.js'
import { readEvent, readLargeEvent } from '../parse-body.js'
import { defined } from '../../json/object.js'

interface ProviderSide {
  readonly provider: CarriedSocket
  readonly target: RoutedTarget
}

/** `GET /v1/realtime?model=…`: the connection to the provider is made first, so that its failure is still an HTTP status. */
export function realtimeRoute(gateway: Gateway): SocketRoute {
  const { configuration, admission, relay } = gateway
  return async (handshake, peer) => {
    const { caller, record, query } = handshake
    record.asks('realtime', query.get('model') ?? undefined)
    record.tagged(tagsOf(handshake.request.headers[tagsHeader]))
    const account = gateway.operations.accounts.of(caller)
    const spent = account.refusalWhenSpent()
    if (spent !== undefined) throw spent
    // The session counts as one running request of its caller until it ends.
    const lease = await admission.enterAfterRecall(caller)
    let side: ProviderSide
    try {
      const targets = realtimeTargets(gateway, handshake)
      record.sends({})
      side = await connectToTargets(gateway, handshake, peer, targets)
    } catch (thrown) {
      lease.release()
      if (peer.left) record.ends(clientLeft)
      throw thrown
    }
    const { provider: opened, target } = side
    const onEnd = (): void => {
      lease.release()
      record.finish(completed(101))
    }
    return {
      open(client) {
        const bridge = bridgeTo(target, query.get('model') ?? '', relay.newId)
        if (bridge !== undefined) record.converted('realtime>gemini-live', [])
        return serveRealtime(
          client,
          opened,
          defined({
            tokenId: caller.id,
            deadlines: relay.deadlines,
            idleMs: configuration.timeouts.ws_idle_ms,
            holding: () => admission.holding(caller),
            record,
            newId: relay.newId,
            read: (event) => readEvent(event, configuration.limits),
            readLarge: (event) => readLargeEvent(event, configuration.limits),
            checkIds: (event) => gateway.operations.issuedIds.check(caller.owner, [target], realtimeObjectIds, event),
            mask: maskOf(target.provider),
            reconnect: () => connectAgain(gateway, handshake, target),
            refusal: () =>
              handshake.callerNow() === undefined
                ? { kind: 'invalid_api_key', message: 'The token is not valid.' }
                : account.refusalWhenSpent(record.costNow)?.error,
            bridge,
            onEnd,
          }),
        )
      },
      abandon() {
        opened.socket.terminate()
        record.ends(clientLeft)
        onEnd()
      },
    }
  }
}

function realtimeTargets({ contract, operations }: Gateway, { request, query, caller }: Handshake): readonly RoutedTarget[] {
  readParameters(contract.operation('connectRealtime')?.parameters ?? [], { path: {}, query, headers: request.headers })
  const model = query.get('model') ?? ''
  const able = resolveModel(operations.routing, caller, model).filter(
    ({ provider, model: name }) => provider.mediaFor(name).realtime !== undefined,
  )
  if (able.length === 0)
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: `The provider behind the model ${JSON.stringify(model)} has no realtime sessions (/v1/realtime).`,
      param: 'model',
    })
  return operations.pricedTargets.among(able, model)
}

async function connectToTargets(
  { relay, configuration }: Gateway,
  handshake: Handshake,
  peer: WaitingPeer,
  targets: readonly RoutedTarget[],
): Promise<ProviderSide> {
  let side: ProviderSide | undefined
  const waiting = {
    record: handshake.record,
    onContent: undefined,
    attemptsSince: undefined,
    get left() {
      return peer.left
    },
    onLeave: (listener: () => void) => {
      peer.onLeave(listener)
    },
    offLeave: (listener: () => void) => {
      peer.offLeave(listener)
    },
  }
  await sendToTargets(relay, waiting, targets, async (target) => {
    const result = await connectProvider(await addressOf(target, handshake), {
      ...connectionSettings(configuration),
      deadlines: relay.deadlines,
      peer,
      mask: maskOf(target.provider),
    })
    if ('failure' in result) return result.failure
    side = { provider: result, target }
    return undefined
  })
  if (side === undefined) throw new GatewayFailure(clientDisconnected)
  return side
}

/** Another connection of the same, already admitted session. */
async function connectAgain({ relay, configuration }: Gateway, handshake: Handshake, target: RoutedTarget): Promise<CarriedSocket> {
  const result = await connectProvider(await addressOf(target, handshake), {
    ...connectionSettings(configuration),
    deadlines: relay.deadlines,
    peer: { left: false, onLeave: () => undefined, offLeave: () => undefined },
    mask: maskOf(target.provider),
  })
  if ('failure' in result) throw result.failure
  return result
}

function connectionSettings({ timeouts, limits }: Gateway['configuration']): {
  readonly connectMs: number
  readonly answerMs: number
  readonly messageBytes: number
} {
  return { connectMs: timeouts.connect_ms, answerMs: timeouts.first_byte_ms, messageBytes: limits.ws_message_bytes }
}

async function addressOf({ provider, model }: RoutedTarget, { request, path: asked, query, record }: Handshake): Promise<ProviderAddress> {
  const format = provider.mediaFor(model).realtime ?? 'openai'
  const endpoint = { type: 'media', endpoint: format === 'openai' ? 'realtime' : format, model, stream: true } as const
  const headers = { 'user-agent': userAgent, ...passedOn(request.headers, format) }
  const client = { incoming: request, errorFormat: defaultDialect, path: asked, record }
  const { origin, path, headers: signed, connection } = await upstreamRequest(provider, endpoint, headers, undefined, client)
  const intent = format === 'openai' && query.get('intent') === 'transcription' ? '&intent=transcription' : ''
  return defined({ url: origin.replace(/^http/, 'ws') + path + intent, headers: signed, connection })
}

/** The client's headers to pass on: the trace, and the beta header of older clients, which browsers offer as a subprotocol. */
function passedOn(headers: Handshake['request']['headers'], format: string): Record<string, string> {
  const passed: Record<string, string> = {}
  if (typeof headers.traceparent === 'string') passed.traceparent = headers.traceparent
  if (format !== 'openai') return passed
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? []
  const beta = headers['openai-beta'] ?? (offered.includes('openai-beta.realtime-v1') ? 'realtime=v1' : undefined)
  if (typeof beta === 'string') passed['openai-beta'] = beta
  return passed
}

function bridgeTo({ provider, model }: RoutedTarget, name: string, newId: (prefix: string) => string): Bridge | undefined {
  if (provider.mediaFor(model).realtime !== 'gemini-live') return undefined
  return createGeminiLiveBridge({ model, name, newId })
}
