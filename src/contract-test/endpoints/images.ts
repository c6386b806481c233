import { objectsOf } from '../../json/object.js'
import type { Answered } from '../check.js'
import { checkUsage } from '../usage.js'
import { decodedBase64, type Endpoint } from './endpoint.js'
import { counted } from '../../observability/counted.js'

const path = '/v1/images/generations'
const prompt = 'A red dot on a white ground.'

export const images: Endpoint = {
  name: 'images',
  use: 'images',
  smallest: (model) => ({ path, body: { model, prompt } }),
  invalidBodies: [{ name: 'no prompt', body: (model) => ({ model }) }],
  checks: (context) => [
    context.check('an image', async (send) => {
      const answered = await send(context.request({ path, body: { model: context.model, prompt, n: 1 } }))
      if (answered !== undefined && context.fits(answered, 'ImageList')) checkImages(answered, 1)
    }),
    context.check('two images', async (send) => {
      const answered = await send(context.request({ path, body: { model: context.model, prompt, n: 2 } }))
      if (answered !== undefined && context.fits(answered, 'ImageList')) checkImages(answered, 2)
    }),
  ],
}

function checkImages({ find, body }: Answered, count: number): void {
  const data = objectsOf(body['data'])
  find.seconds('/created', body['created'])
  find.require(data.length === count, '/data', counted(data.length, 'image'), counted(count, 'image'), 'n asks for that many')
  data.forEach(({ b64_json: encoded, url }, position) => {
    const at = `/data/${position}`
    find.require(encoded !== undefined || url !== undefined, at, undefined, 'b64_json or url', 'an image is sent, or its address')
    if (encoded !== undefined)
      find.require(isPicture(decodedBase64(encoded)), `${at}/b64_json`, encoded, 'base64 of a PNG, JPEG or WebP', 'it is the image')
    if (url !== undefined)
      find.require(typeof url === 'string' && URL.canParse(url), `${at}/url`, url, 'an address', 'clients load the image from it')
  })
  // Models that are billed by the image send no counts.
  if (body['usage'] !== undefined && body['usage'] !== null)
    checkUsage(find, '/usage', body['usage'], {
      addends: ['input_tokens', 'output_tokens'],
      total: 'total_tokens',
      parts: [['input_tokens_details/image_tokens', 'input_tokens']],
      positive: ['output_tokens'],
    })
}

/** The first bytes of each format. */
const beginnings = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('RIFF')]

function isPicture(bytes: Buffer | undefined): boolean {
  return bytes !== undefined && beginnings.some((beginning) => bytes.subarray(0, beginning.length).equals(beginning))
}
