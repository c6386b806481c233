import { upstreamDialects } from '../../dialects/registry.js'
import { GatewayFailure } from '../../exchange/error.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { MediaCodec, MediaPlan, MediaTarget } from '../../media/media.js'
import type { MultipartForm } from '../../media/multipart/form.js'
import type { MultipartUpload } from '../../media/multipart/upload.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { GatewayRequest } from '../gateway-request.js'
import { checkStrict } from '../conversation/conversion-header.js'
import { recordConversion, capableTargets, errorDialectOf, mediaTargetOf, translate } from './media.js'
import { runMediaAttempt } from './media-attempt.js'
import type { RelayServices } from '../services.js'
import { sendToTargets } from '../targets/targets.js'
import { upstreamHeaders } from '../upstream/upstream-headers.js'
import { upstreamRequest } from '../upstream/upstream-request.js'

/** A media request whose body is a form. */
export interface UploadRequest {
  readonly codec: Pick<MediaCodec, 'task' | 'readUsage' | 'readErrorInReply' | 'createStreamTap'>
  readonly model: string
  readonly upload: MultipartUpload
  /** Most bytes of the form: its announced length, or else the limit. */
  readonly mostBytes: number
  readonly boundary: string
  readonly targets: readonly RoutedTarget[]
  /** For providers that do not accept forms. Throws a 400 where they cannot do what is asked. */
  readonly plan: (form: MultipartForm, target: MediaTarget) => MediaPlan
}

/** Passes a form on as it is read, or reads it whole for a provider with another format. Throws `GatewayFailure` while nothing was sent. */
export async function runUpload(services: RelayServices, request: GatewayRequest, media: UploadRequest): Promise<void> {
  const { task } = media.codec
  let whole: MultipartForm | undefined
  await sendToTargets(services, request, capableTargets(media.targets, task), async (target) => {
    const format = target.provider.mediaFor(target.model)[task]
    if (format === 'openai') return passOn(services, request, media, target)
    const ledger = new LossLedger()
    const mediaTarget = mediaTargetOf(services, media, target, ledger)
    // A provider without this task is an error before the form is read.
    if (format === undefined) media.plan({ fields: [], files: [] }, mediaTarget)
    if (whole === undefined) {
      // The parts, their base64, and the request made from them.
      request.lease.hold(media.mostBytes * 4)
      whole = await media.upload.readAll()
    }
    const plan = media.plan(whole, mediaTarget)
    if (plan.type !== 'translation') throw new GatewayFailure({ kind: 'internal', message: 'A form is passed on or translated.' })
    checkStrict(ledger, request)
    recordConversion(request, task, format, ledger)
    return translate(services, request, target, plan, { task, ledger })
  })
}

async function passOn(
  services: RelayServices,
  request: GatewayRequest,
  { codec, upload, boundary }: UploadRequest,
  target: RoutedTarget,
): Promise<GatewayFailure | undefined> {
  if (!upload.isRepeatable())
    throw new GatewayFailure({ kind: 'upstream_unavailable', message: 'The provider failed after it had part of the form.' })
  const errors = upstreamDialects[errorDialectOf('openai')]
  const length = upload.length(target.model)
  const headers = {
    ...upstreamHeaders(errors.name, request, true, true),
    accept: '*/*',
    'content-type': contentType(boundary),
    ...(length === undefined ? {} : { 'content-length': String(length) }),
  }
  const unsigned = await upstreamRequest(
    target.provider,
    { type: 'media', endpoint: codec.task, model: target.model, stream: false },
    headers,
    undefined,
    request,
  )
  const failure = await runMediaAttempt(services, request, {
    outgoing: { ...unsigned, body: upload.bytes(target.model) },
    target,
    task: codec.task,
    errors,
    codec,
    streams: {},
  }).catch((thrown: unknown) => (thrown instanceof GatewayFailure ? { thrown } : Promise.reject(thrown as Error)))
  if (failure === undefined) return undefined
  // The client gets the error about its form, not the upstream's reply to the incomplete one.
  if (upload.failure !== undefined) throw upload.failure
  if ('thrown' in failure) throw failure.thrown
  if (!upload.isRepeatable()) throw failure
  return failure
}

/** The boundary as a parameter: quoted where it is more than a token. */
function contentType(boundary: string): string {
  return `multipart/form-data; boundary=${/^[\w'+.-]+$/.test(boundary) ? boundary : `"${boundary.replace(/["\\]/g, '\\$&')}"`}`
}
