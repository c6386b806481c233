import { readErrorInReply } from '../openai-error.js'
import { unsupported, type MediaCodec, type MediaFacts, type MediaPlan, type MediaTarget } from '../media.js'
import type { MultipartForm } from '../multipart/form.js'
import { addUsage } from '../usage.js'
import { decodeForm, decodeRequest, encodeEvents, encodeReply } from './client.js'
import { imageEditsFacts, imageGenerationsFacts } from './facts.js'
import { decodeReply, encodeRequest } from './gemini-upstream.js'
import type { ImagesRequest } from './images.js'
import { createStreamTap, readUsage, unitsOf } from './usage.js'

/** Most images of one request at a provider that makes one at a time. */
const mostImages = 10

/** `POST /v1/images/generations`. */
export const imageGenerations: MediaCodec = {
  task: 'image-generations',
  plan(request, target) {
    if (target.format === 'openai') return { type: 'relay', endpoint: 'image-generations' }
    return translate(decodeRequest(request, 'generate', target.ledger), target, imageGenerationsFacts)
  },
  unitsOf,
  readUsage,
  readErrorInReply,
  createStreamTap,
}

/** `POST /v1/images/edits` with a JSON body. */
export const imageEdits: MediaCodec = {
  ...imageGenerations,
  task: 'image-edits',
  plan(request, target) {
    if (target.format === 'openai') return { type: 'relay', endpoint: 'image-edits' }
    return translate(decodeRequest(request, 'edit', target.ledger), target, imageEditsFacts)
  },
}

/** `POST /v1/images/edits` with a form, for providers that do not accept forms. */
export function planImageEditForm(form: MultipartForm, target: MediaTarget): MediaPlan {
  return translate(decodeForm(form, target.ledger), target, imageEditsFacts)
}

function translate(request: ImagesRequest, target: MediaTarget, facts: MediaFacts): MediaPlan {
  if (target.format !== 'gemini') throw unsupported(facts, target.asked)
  const body = encodeRequest(request, target.ledger)
  const count = Math.min(mostImages, request.count?.value ?? 1)
  if (request.count !== undefined && request.count.value > mostImages)
    target.ledger.approximate(request.count.at, `at most ${mostImages} images are made`)
  return {
    type: 'translation',
    requests: Array.from({ length: count }, () => ({ endpoint: 'generate-content', body })),
    encodeReply(replies) {
      const made = replies.map(decodeReply)
      const all = { images: made.flatMap(({ images }) => images), usage: addUsage(made.map(({ usage }) => usage)), now: target.now }
      return request.stream ? encodeEvents(request, all) : encodeReply(request, all)
    },
  }
}
