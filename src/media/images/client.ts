import type { ImageRequest, ImageReference } from '../../../generated/media/model/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { refuse } from '../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import type { Usage } from '../../exchange/usage.js'
import { jsonReply, type MediaReply } from '../media.js'
import { defined, isObject } from '../../json/object.js'
import type { MultipartForm } from '../multipart/form.js'
import type { ImageInput, ImagesRequest, MadeImage } from './images.js'

const tuning = ['quality', 'output_compression', 'partial_images', 'moderation', 'background', 'style', 'user', 'input_fidelity'] as const
const known = new Set<string>([
  ...tuning,
  'model',
  'prompt',
  'n',
  'size',
  'aspect_ratio',
  'response_format',
  'output_format',
  'stream',
  'images',
  'image',
  'mask',
])

/** Reads `/v1/images/generations` or the JSON body of `/v1/images/edits`. It has passed the contract's validator. */
export function decodeRequest(wire: WireObject, action: ImagesRequest['action'], ledger: LossLedger): ImagesRequest {
  dropUnknown(wire, known, '', ledger, 'has no counterpart at this provider')
  const images = action === 'edit' ? decodeImages(wire) : []
  // The validator has checked this shape; both bodies share these members.
  return request(wire as unknown as ImageRequest, action, images, isObject(wire['mask']))
}

/** Reads the form of `/v1/images/edits`, with its files in memory. */
export function decodeForm(form: MultipartForm, ledger: LossLedger): ImagesRequest {
  const fields: Record<string, unknown> = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
  dropUnknown(fields, known, '', ledger, 'has no counterpart at this provider')
  for (const name of ['n', 'output_compression', 'partial_images']) {
    const value = fields[name]
    if (value === undefined) continue
    if (typeof value !== 'string' || !/^\d{1,4}$/.test(value)) throw refuse(`/${name}`, `${name} must be a whole number.`)
    fields[name] = Number(value)
  }
  fields['stream'] = fields['stream'] === 'true'
  if (typeof fields['prompt'] !== 'string' || fields['prompt'] === '') throw refuse('/prompt', 'prompt is required')
  const images = form.files
    .filter(({ name }) => name === 'image' || name === 'image[]')
    .map(({ name, contentType, bytes }) => ({ mediaType: contentType ?? 'image/png', data: bytes.toString('base64'), at: `/${name}` }))
  if (images.length === 0) throw refuse('/image', 'image is required: send one or more files named image or image[].')
  const mask = form.files.some(({ name }) => name === 'mask')
  // The members that are read were checked above or are texts.
  return request(fields as unknown as ImageRequest, 'edit', images, mask)
}

function request(wire: ImageRequest, action: ImagesRequest['action'], images: readonly ImageInput[], mask: boolean): ImagesRequest {
  const { n, size, aspect_ratio: ratio, response_format: as, output_format: format } = wire
  return defined({
    action,
    prompt: wire.prompt,
    images,
    stream: wire.stream === true,
    tuning: tuning.filter((name) => name in wire && (wire as unknown as Record<string, unknown>)[name] != null),
    mask: mask ? { value: true as const, at: '/mask' } : undefined,
    count: n == null ? undefined : { value: n, at: '/n' },
    size: size == null ? undefined : { value: size, at: '/size' },
    aspectRatio: ratio == null ? undefined : { value: ratio, at: '/aspect_ratio' },
    as: as == null ? undefined : { value: as, at: '/response_format' },
    outputFormat: format == null ? undefined : { value: format, at: '/output_format' },
  })
}

function decodeImages(wire: WireObject): ImageInput[] {
  const list: unknown[] = Array.isArray(wire['images']) ? wire['images'] : wire['image'] === undefined ? [] : [wire['image']]
  if (list.length === 0) throw refuse('/images', 'images is required: send one or more images.')
  return list.map((entry, index) => decodeImage(entry, Array.isArray(wire['images']) ? `/images/${index}` : '/image'))
}

function decodeImage(entry: unknown, at: string): ImageInput {
  const reference: ImageReference = isObject(entry) ? entry : { url: String(entry) }
  const url = reference.image_url ?? reference.url
  if (url === undefined) throw refuse(at, "This model's provider accepts images as data: URLs, not as the id of a file.")
  const inline = /^data:([^;,]+);base64,/.exec(url)
  if (inline?.[1] === undefined)
    throw refuse(
      at,
      "This model's provider accepts images as data: URLs, and the gateway does not fetch other addresses.",
      'unsupported_url',
    )
  return { mediaType: inline[1], data: url.slice(inline[0].length), at }
}

interface Made {
  readonly images: readonly MadeImage[]
  readonly usage: Usage | undefined
  readonly now: number
}

/** Writes OpenAI's list of images; where URLs were requested they are `data:` URLs. */
export function encodeReply(request: ImagesRequest, { images, usage, now }: Made): MediaReply {
  const data = images.map((image) =>
    request.as?.value === 'url' ? { url: `data:${image.mediaType};base64,${image.data}` } : { b64_json: image.data },
  )
  const format = outputFormat(images)
  return jsonReply(defined({ created: now, data, output_format: format, ...usageMember(usage) }), { ...usage, images: images.length })
}

/** The images as the events of a stream without partial images. */
export function encodeEvents(request: ImagesRequest, { images, usage, now }: Made): MediaReply {
  const type = request.action === 'edit' ? 'image_edit.completed' : 'image_generation.completed'
  const frames = images.map((image, index) => {
    const last = index === images.length - 1
    const event = {
      type,
      b64_json: image.data,
      created_at: now,
      size: request.size?.value ?? 'auto',
      quality: 'auto',
      background: 'auto',
      output_format: outputFormat([image]) ?? 'png',
      ...(last ? usageMember(usage ?? {}) : {}),
    }
    return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`
  })
  return { contentType: 'text/event-stream; charset=utf-8', body: frames.join(''), usage: { ...usage, images: images.length } }
}

function outputFormat(images: readonly MadeImage[]): string | undefined {
  return /^image\/(png|jpeg|webp)$/.exec(images[0]?.mediaType ?? '')?.[1]
}

function usageMember(usage: Usage | undefined): WireObject {
  if (usage === undefined) return {}
  const input = usage.inputTokens ?? 0
  const output = usage.outputTokens ?? 0
  const imageTokens = usage.imageInputTokens ?? 0
  return {
    usage: {
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      input_tokens_details: { text_tokens: input - imageTokens, image_tokens: imageTokens },
    },
  }
}
