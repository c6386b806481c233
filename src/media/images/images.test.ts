import type { WireObject } from '../../dialects/dialect.js'
import { answered, lossesOf, refusalOf, targetFor, translated } from '../media-fixture.js'
import type { MultipartForm } from '../multipart/form.js'
import { imageEdits, imageGenerations, planImageEditForm } from './index.js'

const base = { model: 'a', prompt: 'A red dot.' }
const asked = (parts: readonly WireObject[], imageConfig?: WireObject): WireObject => ({
  contents: [{ role: 'user', parts: [{ text: 'A red dot.' }, ...parts] }],
  generationConfig: { responseModalities: ['TEXT', 'IMAGE'], ...(imageConfig === undefined ? {} : { imageConfig }) },
})
const made = (data: string, mimeType = 'image/png'): WireObject => ({
  candidates: [{ content: { role: 'model', parts: [{ text: 'Here:' }, { inlineData: { mimeType, data } }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 100, promptTokensDetails: [{ modality: 'IMAGE', tokenCount: 3 }] },
})

test('an OpenAI-compatible provider gets both endpoints unchanged', () => {
  expect(imageGenerations.plan(base, targetFor('openai'))).toEqual({ type: 'relay', endpoint: 'image-generations' })
  expect(imageEdits.plan(base, targetFor('openai'))).toEqual({ type: 'relay', endpoint: 'image-edits' })
})

describe('for Gemini', () => {
  test.each<[string, WireObject, WireObject[], string[]]>([
    ['a prompt', base, [asked([])], []],
    ['several images are several requests', { ...base, n: 2 }, [asked([]), asked([])], []],
    [
      'a size becomes the nearest aspect ratio',
      { ...base, size: '1536x1024' },
      [asked([], { aspectRatio: '3:2' })],
      ['approximated /size'],
    ],
    ['a wide size too', { ...base, size: '1792x1024' }, [asked([], { aspectRatio: '16:9' })], ['approximated /size']],
    ['auto is left out', { ...base, size: 'auto' }, [asked([])], []],
    [
      'settings without a counterpart go to the ledger',
      { ...base, quality: 'low', background: 'transparent', output_format: 'webp', partial_images: 2, extra: 1 },
      [asked([])],
      ['dropped /extra', 'dropped /quality', 'dropped /partial_images', 'dropped /background', 'dropped /output_format'],
    ],
  ])('%s', (_, request, bodies, losses) => {
    const result = translated(imageGenerations, request, 'gemini')
    expect(result.bodies).toEqual(bodies)
    expect(result.losses).toEqual(losses)
  })

  test('images to edit are sent as data', () => {
    const result = translated(imageEdits, { ...base, images: [{ image_url: 'data:image/jpeg;base64,AA==' }] }, 'gemini')
    expect(result.bodies).toEqual([asked([{ inlineData: { mimeType: 'image/jpeg', data: 'AA==' } }])])
  })

  test.each<[string, WireObject, string]>([
    ['an image by its address', { ...base, images: [{ image_url: 'https://x.test/a.png' }] }, '/images/0'],
    ['an image by file id', { ...base, images: [{ file_id: 'f' }] }, '/images/0'],
    ['no image', base, '/images'],
    ['a mask', { ...base, images: [{ image_url: 'data:image/png;base64,AA==' }], mask: { file_id: 'f' } }, '/mask'],
    ['an invalid size', { ...base, images: [{ image_url: 'data:image/png;base64,AA==' }], size: 'big' }, '/size'],
  ])('%s is refused', (_, request, param) => {
    expect(refusalOf(() => imageEdits.plan(request, targetFor('gemini')))).toBe(param)
  })

  test('a form is read like the JSON', () => {
    const form: MultipartForm = {
      fields: [
        { name: 'model', value: 'a' },
        { name: 'prompt', value: 'A red dot.' },
        { name: 'n', value: '2' },
        { name: 'user', value: 'u' },
      ],
      files: [
        { name: 'image[]', filename: 'a.png', contentType: 'image/png', bytes: Buffer.from([0]) },
        { name: 'image[]', filename: 'b.png', bytes: Buffer.from([1]) },
      ],
    }
    const target = targetFor('gemini')
    const plan = planImageEditForm(form, target)
    const body = asked([{ inlineData: { mimeType: 'image/png', data: 'AA==' } }, { inlineData: { mimeType: 'image/png', data: 'AQ==' } }])
    expect(plan).toMatchObject({
      type: 'translation',
      requests: [
        { endpoint: 'generate-content', body },
        { endpoint: 'generate-content', body },
      ],
    })
    expect(lossesOf(target)).toEqual(['dropped /user'])
  })

  test.each<[string, Partial<MultipartForm>, string]>([
    ['no prompt', { files: [{ name: 'image', filename: 'a', bytes: Buffer.alloc(1) }] }, '/prompt'],
    ['no image', { fields: [{ name: 'prompt', value: 'x' }] }, '/image'],
    [
      'n that is not a number',
      {
        fields: [
          { name: 'prompt', value: 'x' },
          { name: 'n', value: 'two' },
        ],
      },
      '/n',
    ],
  ])('a form with %s is refused', (_, form, param) => {
    expect(refusalOf(() => planImageEditForm({ fields: [], files: [], ...form }, targetFor('gemini')))).toBe(param)
  })

  test('replies', () => {
    const usage = { input_tokens: 16, output_tokens: 200, total_tokens: 216, input_tokens_details: { text_tokens: 10, image_tokens: 6 } }
    expect(answered(imageGenerations, { ...base, n: 2 }, 'gemini', made('AA=='), made('AQ==')).body).toEqual({
      created: 1750000000,
      data: [{ b64_json: 'AA==' }, { b64_json: 'AQ==' }],
      output_format: 'png',
      usage,
    })
    expect(answered(imageGenerations, { ...base, response_format: 'url' }, 'gemini', made('AA==', 'image/jpeg')).body).toMatchObject({
      data: [{ url: 'data:image/jpeg;base64,AA==' }],
      output_format: 'jpeg',
    })
  })

  test('a stream has a completed event for each image, with the usage in the last', () => {
    const { contentType, body } = answered(imageGenerations, { ...base, n: 2, stream: true }, 'gemini', made('AA=='), made('AQ=='))
    expect(contentType).toMatch(/^text\/event-stream/)
    const events = (body as string)
      .split('\n\n')
      .filter((frame) => frame !== '')
      .map((frame) => JSON.parse(frame.slice(frame.indexOf('data: ') + 6)) as WireObject)
    expect(events.map(({ type, b64_json: data, usage }) => [type, data, usage !== undefined])).toEqual([
      ['image_generation.completed', 'AA==', false],
      ['image_generation.completed', 'AQ==', true],
    ])
  })

  test.each<[string, WireObject, string | undefined]>([
    ['a blocked prompt is about the request', { promptFeedback: { blockReason: 'SAFETY' } }, undefined],
    ['a blocked answer too', { candidates: [{ content: {}, finishReason: 'IMAGE_SAFETY' }] }, undefined],
    ['a text is not an image', { candidates: [{ content: { parts: [{ text: 'No.' }] }, finishReason: 'STOP' }] }, 'upstream_invalid'],
    ['a reply of another format', { data: [] }, 'upstream_invalid'],
  ])('%s', (_, reply, refusal) => {
    expect(refusalOf(() => answered(imageGenerations, base, 'gemini', reply))).toBe(refusal)
  })
})

test('the tap of a relayed stream reads the end and the usage', () => {
  const tap = imageGenerations.createStreamTap?.()
  tap?.push({ event: 'image_generation.partial_image', data: '{"type":"image_generation.partial_image","b64_json":"AA=="}' })
  expect(tap?.finished).toBe(false)
  tap?.push({
    event: 'image_generation.completed',
    data: '{"type":"image_generation.completed","usage":{"input_tokens":8,"output_tokens":100,"total_tokens":108}}',
  })
  expect([tap?.finished, tap?.usage]).toEqual([true, { inputTokens: 8, outputTokens: 100, images: 1 }])
})
