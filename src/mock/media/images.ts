import { refuse } from '../../exchange/error.js'
import { LossLedger } from '../../exchange/ledger.js'
import { decodeForm, decodeRequest, encodeEvents, encodeReply } from '../../media/images/client.js'
import type { ImagesRequest } from '../../media/images/images.js'
import { numberOf } from '../../json/object.js'
import { tokensOf } from '../conversation/tokens.js'
import { plainScript, type MockAnswer } from '../whole-answer.js'
import { wholeMedia } from './media-reply.js'
import type { MediaQuestion } from './media-question.js'
import { picture } from './picture.js'

const mostImages = 10
const tokensPerImage = 100

/** `POST /v1/images/generations` */
export function imagesAnswer(question: MediaQuestion): MockAnswer {
  return answer(question, decodeRequest(question.wire, 'generate', new LossLedger()))
}

/** `POST /v1/images/edits`. Images of a JSON body are not read, so any address will do. */
export function imageEditsAnswer(question: MediaQuestion): MockAnswer {
  const ledger = new LossLedger()
  const { wire, form } = question
  return answer(question, { ...(form === undefined ? decodeRequest(wire, 'generate', ledger) : decodeForm(form, ledger)), action: 'edit' })
}

function answer({ request: asked, wire, now, error }: MediaQuestion, request: ImagesRequest): MockAnswer {
  const count = request.count?.value ?? 1
  if (count > mostImages) throw refuse('/n', `n: the mock makes at most ${mostImages} images for one request.`)
  const image = picture(request.outputFormat?.value ?? 'png', request.size?.value)
  const made = {
    images: Array.from({ length: count }, () => image),
    usage: { inputTokens: tokensOf(request.prompt), outputTokens: count * tokensPerImage },
    now,
  }
  if (!request.stream) return wholeMedia(encodeReply(request, made))
  const partial = request.action === 'edit' ? 'image_edit.partial_image' : 'image_generation.partial_image'
  const unfinished = Array.from({ length: numberOf(wire['partial_images']) ?? 0 }, (_, index) => {
    const event = { type: partial, b64_json: image.data, partial_image_index: index, created_at: now }
    return `event: ${partial}\ndata: ${JSON.stringify(event)}\n\n`
  })
  const { body } = encodeEvents(request, made)
  return { script: plainScript(asked, unfinished.join('') + (typeof body === 'string' ? body : ''), error) }
}
