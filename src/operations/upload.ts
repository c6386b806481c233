import { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'

import { FormIdentity } from '../media/multipart/form-identity.js'
import { multipartLimits, tooLarge } from '../media/multipart/limits.js'
import { readBoundary } from '../media/multipart/part-head.js'
import { streamedFormMemory, MultipartUpload } from '../media/multipart/upload.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import { runUpload, type UploadRequest } from '../relay/media/media-upload.js'
import { timedBody } from '../relay/media/timed-body.js'
import { targetsOf } from './converse.js'
import type { ModelServices } from './operation.js'
import { reserve } from './reserve.js'
import { defined } from '../json/object.js'

/** An operation whose body is a form with files, which are streamed to the provider. */
export function uploadOperation(
  options: Pick<UploadRequest, 'codec' | 'plan'> & { readonly files: readonly string[]; readonly fileAlternatives?: readonly string[] },
): (request: GatewayRequest, services: ModelServices) => Promise<void> {
  return async (request, services) => {
    const { incoming, response } = request
    const { relay } = services
    const limits = multipartLimits(relay.limits.multipart_bytes)
    if (Number(incoming.headers['content-length'] ?? 0) > limits.totalBytes)
      throw tooLarge(`The form is larger than ${limits.totalBytes} bytes.`)
    const announced = incoming.headers['content-length']
    const most = announced === undefined ? limits.totalBytes : Number(announced)
    request.lease.hold(Math.min(most, streamedFormMemory))
    const boundary = readBoundary(incoming.headers['content-type'] ?? '')
    if (incoming.headers.expect?.toLowerCase() === '100-continue' && response instanceof ServerResponse) response.writeContinue()
    const identity = request.replay === undefined ? undefined : new FormIdentity()
    const upload = new MultipartUpload(
      defined({
        source: timedBody(incoming, relay),
        boundary,
        limits,
        spoolFolder: tmpdir(),
        files: options.files,
        fileAlternatives: options.fileAlternatives,
        refused: services.issuedIds.refusesUnknown ? ['file_id'] : undefined,
        identity,
      }),
    )
    try {
      const model = await upload.prepare()
      if (identity?.streams === false && (await request.replay?.(identity.digest())) === true) return
      const targets = targetsOf(request, services, options.codec.task, model)
      await runUpload(relay, request, {
        codec: options.codec,
        plan: options.plan,
        model,
        upload,
        mostBytes: most,
        boundary,
        // Nothing is known of what is in the files: only the answer is set aside.
        targets: await reserve(request, services, { model, wire: {}, targets, writes: true }),
      })
    } finally {
      await upload.dispose()
    }
  }
}
