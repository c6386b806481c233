import type { WireObject } from '../../dialects/dialect.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { LossLedger } from '../../exchange/ledger.js'
import { readGeminiReply } from '../gemini-reply.js'
import { unreadable } from '../media.js'
import type { ImagesRequest, MadeImage } from './images.js'
import { defined } from '../../json/object.js'

/** The aspect ratios of Gemini's image models. */
const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const

/** Writes `:generateContent` for one image; several images are several requests. */
export function encodeRequest(request: ImagesRequest, ledger: LossLedger): WireObject {
  if (request.mask !== undefined) throw refuse(request.mask.at, "Gemini's image models accept no mask: describe the change in the prompt.")
  for (const name of request.tuning) ledger.drop(`/${name}`, 'Gemini has no such setting')
  if (request.outputFormat !== undefined) ledger.drop(request.outputFormat.at, 'Gemini chooses the format')
  if (request.as?.value === 'url') ledger.approximate(request.as.at, 'Gemini returns the image itself: the URL is a data: URL')
  const parts = [{ text: request.prompt }, ...request.images.map(({ mediaType, data }) => ({ inlineData: { mimeType: mediaType, data } }))]
  const aspectRatio = shapeOf(request, ledger)
  return {
    contents: [{ role: 'user', parts }],
    generationConfig: defined({
      responseModalities: ['TEXT', 'IMAGE'],
      imageConfig: aspectRatio === undefined ? undefined : { aspectRatio },
    }),
  }
}

export function decodeReply(wire: unknown): {
  readonly images: readonly MadeImage[]
  readonly usage: ReturnType<typeof readGeminiReply>['usage']
} {
  const reply = readGeminiReply(wire)
  if (reply.media.length > 0) return { images: reply.media, usage: reply.usage }
  if (reply.blocked !== undefined)
    throw new GatewayFailure({
      kind: 'invalid_request',
      code: 'content_policy_violation',
      message: `The provider returned no image: ${reply.blocked}${reply.text === '' ? '' : `. ${reply.text}`}`,
    })
  throw reply.text === ''
    ? unreadable('image')
    : new GatewayFailure({
        kind: 'upstream_invalid',
        message: `The model answered with text, without an image: ${reply.text.slice(0, 500)}`,
      })
}

function shapeOf({ size, aspectRatio }: ImagesRequest, ledger: LossLedger): string | undefined {
  if (aspectRatio !== undefined) return aspectRatio.value
  if (size === undefined || size.value === 'auto') return undefined
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size.value) ?? []
  if (width === undefined || height === undefined || Number(height) === 0) throw refuse(size.at, 'size must be auto or WIDTHxHEIGHT.')
  const wanted = Math.log(Number(width) / Number(height))
  let best: string = ratios[0]
  let distance = Infinity
  for (const ratio of ratios) {
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    const away = Math.abs(Math.log(across / down) - wanted)
    if (away < distance) {
      best = ratio
      distance = away
    }
  }
  ledger.approximate(size.at, `Gemini has aspect ratios instead of sizes: ${best} was sent`)
  return best
}
