import type { WireObject } from '../../dialects/dialect.js'
import { upstreamDialects } from '../../dialects/registry.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Endpoint } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { GatewayRequest } from '../gateway-request.js'
import { holdCopy } from './held-copy.js'
import { checkStrict, conversionHeader } from './conversion-header.js'
import { largeJsonBytes, resultInTurns, writeInTurns } from '../large-json.js'
import { ownTurn } from '../own-turn.js'
import { sendJson } from '../reply.js'
import type { RelayServices } from '../services.js'
import type { OpenedStream } from './play-reply.js'
import { passedHeaders, upstreamHeaders } from '../upstream/upstream-headers.js'
import { upstreamRequest } from '../upstream/upstream-request.js'
import type { Conversation } from './conversation.js'
import { decodedRequest, encodedRequest, ledgerFor, type ClientRequest } from './translated-request.js'
import { finishStream, run, wholeReply } from './run.js'
import { decodedReply, encodedReply, translationPipe, type TranslatedAttempt } from './translated-reply.js'

/** Sends the request in the provider's dialect, and the reply in the client's. */
export async function translate(
  services: RelayServices,
  request: GatewayRequest,
  conversation: Conversation,
  target: RoutedTarget,
  upstreamName: UpstreamDialect,
): Promise<GatewayFailure | undefined> {
  const { dialect, model, stream, framing } = conversation
  const { bytes, json: wire } = conversation.body
  const client: ClientRequest = { dialect, wire, model, stream }
  const traits = target.provider.traitsFor(target.model, upstreamName)
  const ledger = ledgerFor(client)
  const isLarge = bytes.length > largeJsonBytes
  if (isLarge) await ownTurn()
  const asked = services.proofs.restore(request.caller.owner, decodedRequest(client, ledger), upstreamName)
  if (isLarge) await ownTurn()
  const encoded = encodedRequest(client, asked, upstreamName, {
    model: target.model,
    ...(target.maxOutputTokens === undefined ? {} : { defaultMaxOutputTokens: target.maxOutputTokens }),
    traits,
    ledger,
    newId: services.newId,
  })
  request.record.converted(`${dialect.name}>${upstreamName}`, ledger.losses)
  checkStrict(ledger, request)
  const endpoint: Endpoint = { type: 'conversation', dialect: upstreamName, model: target.model, stream }
  const body = isLarge ? await writtenInTurns(services, request, upstreamName, encoded) : written(services, request, upstreamName, encoded)
  const held = holdCopy(request, body)
  const prepared = upstreamRequest(target.provider, endpoint, upstreamHeaders(upstreamName, request, false, stream), body, request)
  const outgoing = prepared instanceof Promise ? await prepared : prepared
  const decodeContext = { newId: services.newId, traits, ledger, request: asked }
  const attempt: TranslatedAttempt = { services, request, conversation, target, upstreamName, wire, decodeContext }
  const headers = { 'x-anywire-conversion': conversionHeader(dialect.name, upstreamName, ledger) }
  const open = (): OpenedStream => ({ pipe: translationPipe(attempt, endpoint), headers, framing, heartbeat: dialect.facts.heartbeat })
  const result = await run(services, request, target, outgoing, stream, open)
  request.lease.free(held)
  if (result.type !== 'reply') return finishStream(request, result)
  const read = wholeReply(services, request, conversation, target, upstreamDialects[upstreamName], result, open)
  const isLargeReply = read instanceof Promise
  const parsed = isLargeReply ? await read : read
  if (parsed === undefined || parsed instanceof GatewayFailure) return parsed
  const reply = decodedReply(attempt, parsed)
  if (reply instanceof GatewayFailure) return reply
  if (isLargeReply) await ownTurn()
  const answer = encodedReply(attempt, reply)
  const sent = isLargeReply ? await writeInTurns(answer) : JSON.stringify(answer)
  sendJson(request, 200, sent, passedHeaders(target.provider, result.headers, headers))
  return undefined
}

/** What repeats earlier requests of the same caller is written with their texts. */
function written(
  { repeated }: RelayServices,
  { caller, body }: GatewayRequest,
  upstreamName: UpstreamDialect,
  encoded: WireObject,
): Buffer | string {
  return body?.repeats === true ? repeated.texts.write(caller.id, upstreamName, encoded) : JSON.stringify(encoded)
}

function writtenInTurns(
  { repeated }: RelayServices,
  { caller, body }: GatewayRequest,
  upstreamName: UpstreamDialect,
  encoded: WireObject,
): Promise<Buffer> {
  return body?.repeats === true ? resultInTurns(repeated.texts.writing(caller.id, upstreamName, encoded)) : writeInTurns(encoded)
}
