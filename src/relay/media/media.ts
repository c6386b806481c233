import type { UpstreamHalf, WireObject } from '../../dialects/dialect.js'
import { upstreamDialects } from '../../dialects/registry.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure } from '../../exchange/error.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { MediaFormat, MediaTask } from '../../exchange/media-task.js'
import type { Reply } from '../../exchange/reply.js'
import { checkReply } from '../../exchange/reply-check.js'
import type { ConversationRequest } from '../../exchange/request.js'
import type { ConversationPlan, MediaCodec, MediaReply, MediaTarget, RelayPlan, TranslationPlan } from '../../media/media.js'
import { errorDialects, mediaFacts } from '../../media/registry.js'
import { addUsage } from '../../media/usage.js'
import type { Endpoint } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import { patchTopLevel } from '../../json/body-patch.js'
import type { GatewayRequest } from '../gateway-request.js'
import { checkStrict, conversionHeader } from '../conversation/conversion-header.js'
import { runMediaAttempt, type MediaAttempt } from './media-attempt.js'
import { jsonBytes } from '../large-json.js'
import { sendJson } from '../reply.js'
import type { RelayServices } from '../services.js'
import { sendToTargets } from '../targets/targets.js'
import { TranslationPipe } from '../stream/translation-pipe.js'
import { upstreamHeaders } from '../upstream/upstream-headers.js'
import { frameReader, upstreamRequest } from '../upstream/upstream-request.js'
import { defined } from '../../json/object.js'

/** A media request with a JSON body, from an operation. */
export interface MediaRequest {
  readonly codec: MediaCodec
  readonly model: string
  readonly wire: WireObject
  readonly bytes: Buffer
  readonly targets: readonly RoutedTarget[]
}

/** Runs one media request: picks targets in order, relays or translates. Throws `GatewayFailure` while nothing was sent. */
export async function runMedia(services: RelayServices, request: GatewayRequest, media: MediaRequest): Promise<void> {
  const { codec } = media
  let started = 1
  await sendToTargets(services, request, capableTargets(media.targets, codec.task), async (target) => {
    const ledger = new LossLedger()
    const mediaTarget = mediaTargetOf(services, media, target, ledger)
    const plan = codec.plan(media.wire, mediaTarget)
    if (plan.type === 'relay') return relay(services, request, media, target, plan)
    request.lease.startMore(plan.requests.length - started)
    started = Math.max(started, plan.requests.length)
    checkStrict(ledger, request)
    recordConversion(request, codec.task, plan.type === 'conversation' ? mediaTarget.dialect : mediaTarget.format, ledger)
    if (plan.type === 'translation') return translate(services, request, target, plan, { task: codec.task, ledger })
    return runConversations(services, request, media, target, plan, ledger)
  })
}

/** Targets with the task, in their order; all targets where none has it, so that the error names one. */
export function capableTargets(targets: readonly RoutedTarget[], task: MediaTask): readonly RoutedTarget[] {
  const { chatCanAnswer } = mediaFacts[task]
  const capable = targets.filter(
    ({ provider, model }) => provider.mediaFor(model)[task] !== undefined || (chatCanAnswer && provider.dialectsFor(model).length > 0),
  )
  return capable.length > 0 ? capable : targets
}

export function mediaTargetOf(
  services: RelayServices,
  { codec: { task }, model: asked }: { readonly codec: { readonly task: MediaTask }; readonly model: string },
  target: RoutedTarget,
  ledger: LossLedger,
): MediaTarget {
  const { provider, model } = target
  return {
    model,
    asked,
    format: provider.mediaFor(model)[task],
    dialect: provider.dialectsFor(model)[0],
    ledger,
    mostRequests: services.limits.calls_per_request,
    newId: services.newId,
    now: Math.floor(services.now() / 1000),
  }
}

export function recordConversion(request: GatewayRequest, task: MediaTask, to: string | undefined, ledger: LossLedger): void {
  request.record.converted(`${task}>${to ?? 'none'}`, ledger.losses)
}

/** The dialect whose errors this target writes. */
export function errorDialectOf(format: MediaFormat | undefined): UpstreamDialect {
  return errorDialects[format ?? 'openai']
}

async function relay(
  services: RelayServices,
  request: GatewayRequest,
  media: MediaRequest,
  target: RoutedTarget,
  plan: RelayPlan,
): Promise<GatewayFailure | undefined> {
  const { codec, wire } = media
  const stream = wire['stream'] === true
  const { relayedAs } = codec
  const format = target.provider.mediaFor(target.model)[codec.task]
  const errors = upstreamDialects[errorDialectOf(format)]
  const { bytes } = mediaFacts[codec.task]
  const traits = target.provider.traitsFor(target.model, errors.name)
  const patches = relayedAs?.relayedMembers(wire, { model: target.model, stream, traits }) ?? { model: JSON.stringify(target.model) }
  const body = plan.body === undefined ? patchTopLevel(media.bytes, patches) : JSON.stringify(plan.body)
  const headers = upstreamHeaders(errors.name, request, true, stream)
  if (bytes) headers['accept'] = '*/*'
  const upstream = await upstreamRequest(
    target.provider,
    { type: 'media', endpoint: plan.endpoint, model: target.model, stream },
    headers,
    body,
    request,
  )
  const rewrite = relayedAs?.relayedEvents?.(wire)
  return runMediaAttempt(
    services,
    request,
    defined({
      outgoing: upstream,
      target,
      task: codec.task,
      errors,
      codec,
      amend: plan.amend?.bind(plan),
      streams: stream || bytes ? defined({ rewrite }) : undefined,
    }),
  )
}

/** Sends the requests of a plan one after the other and sends the joined reply. */
export async function translate(
  services: RelayServices,
  request: GatewayRequest,
  target: RoutedTarget,
  plan: TranslationPlan,
  context: { readonly task: MediaTask; readonly ledger: LossLedger },
): Promise<GatewayFailure | undefined> {
  const format = target.provider.mediaFor(target.model)[context.task]
  const errors = upstreamDialects[errorDialectOf(format)]
  const replies: unknown[] = []
  for (const { endpoint, body } of plan.requests) {
    const reply = await wholeReply(services, request, {
      outgoing: await upstreamRequest(
        target.provider,
        { type: 'media', endpoint, model: target.model, stream: false },
        upstreamHeaders(errors.name, request, false, false),
        JSON.stringify(body),
        request,
      ),
      target,
      task: context.task,
      errors,
    })
    if (reply === undefined || reply instanceof GatewayFailure) return reply
    replies.push(reply.value)
  }
  await sendReply(request, plan.encodeReply(replies), {
    'x-anywire-conversion': conversionHeader(context.task, format ?? 'none', context.ledger),
  })
  return undefined
}

async function sendReply(request: GatewayRequest, reply: MediaReply, headers: Readonly<Record<string, string>>): Promise<void> {
  request.record.used(reply.usage)
  const { body, contentType } = reply
  const bytes = Buffer.isBuffer(body) ? body : typeof body === 'string' ? Buffer.from(body) : await jsonBytes(body)
  sendJson(request, 200, bytes, { ...headers, 'content-type': contentType })
}

/** One upstream request whose whole reply is read as JSON. `undefined`: the client has left. */
async function wholeReply(
  services: RelayServices,
  request: GatewayRequest,
  attempt: Pick<MediaAttempt, 'outgoing' | 'target' | 'task' | 'errors'>,
): Promise<{ readonly value: unknown } | GatewayFailure | undefined> {
  let value: unknown
  const failure = await runMediaAttempt(services, request, {
    ...attempt,
    onReply: (reply) => {
      value = reply
    },
  })
  if (failure !== undefined) return failure
  return value === undefined ? undefined : { value }
}

async function runConversations(
  services: RelayServices,
  request: GatewayRequest,
  media: MediaRequest,
  target: RoutedTarget,
  plan: ConversationPlan,
  ledger: LossLedger,
): Promise<GatewayFailure | undefined> {
  const [dialect] = target.provider.dialectsFor(target.model)
  const [first] = plan.requests
  if (dialect === undefined || first === undefined)
    throw new GatewayFailure({ kind: 'internal', message: 'There is no conversation to run.' })
  const upstream = upstreamDialects[dialect]
  const traits = target.provider.traitsFor(target.model, dialect)
  const decodeContext = (asked: ConversationRequest) => ({ newId: services.newId, traits, ledger, request: asked })
  const asked = (conversation: ConversationRequest) => conversationRequest(services, request, conversation, target, upstream, ledger)
  const header = (): Record<string, string> => ({ 'x-anywire-conversion': conversionHeader(media.codec.task, dialect, ledger) })
  if (first.stream) {
    const outgoing = await asked(first)
    checkStrict(ledger, request)
    return runMediaAttempt(services, request, {
      outgoing,
      target,
      task: media.codec.task,
      errors: upstream,
      streams: {
        headers: header,
        pipe: () =>
          new TranslationPipe({
            decoder: upstream.createStreamDecoder(decodeContext(first)),
            encoder: plan.createStreamEncoder(request.id),
            frameLimit: services.limits.sse_frame_bytes,
            streamLimit: services.limits.upstream_body_bytes,
            memory: request.lease,
            ...frameReader(target.provider, endpointOf(first, target, upstream), services.limits.sse_frame_bytes, request.lease),
          }),
      },
    })
  }
  const replies: Reply[] = []
  for (const conversation of plan.requests) {
    const outgoing = await asked(conversation)
    checkStrict(ledger, request)
    const reply = await wholeReply(services, request, { outgoing, target, task: media.codec.task, errors: upstream })
    if (reply === undefined || reply instanceof GatewayFailure) return reply
    replies.push(checkReply(upstream.decodeReply(reply.value, decodeContext(conversation))))
  }
  request.record.used(addUsage(replies.map((reply) => reply.usage)))
  await sendReply(request, plan.encodeReply(replies), header())
  return undefined
}

async function conversationRequest(
  services: RelayServices,
  request: GatewayRequest,
  conversation: ConversationRequest,
  target: RoutedTarget,
  upstream: UpstreamHalf,
  ledger: LossLedger,
) {
  const encoded = upstream.encodeRequest(
    conversation,
    defined({
      model: target.model,
      defaultMaxOutputTokens: target.maxOutputTokens,
      traits: target.provider.traitsFor(target.model, upstream.name),
      ledger,
      newId: services.newId,
    }),
  )
  return upstreamRequest(
    target.provider,
    endpointOf(conversation, target, upstream),
    upstreamHeaders(upstream.name, request, false, conversation.stream),
    JSON.stringify(encoded),
    request,
  )
}

function endpointOf({ stream }: ConversationRequest, { model }: RoutedTarget, { name }: UpstreamHalf): Endpoint {
  return { type: 'conversation', dialect: name, model, stream }
}
