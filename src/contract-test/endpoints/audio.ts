import { objectOf, objectsOf } from '../../json/object.js'
import { mediaType, statusIs, typeIs, type Answered } from '../check.js'
import { tone } from './tone.js'
import type { Endpoint, EndpointContext } from './endpoint.js'
import { counted } from '../../observability/counted.js'

const speechPath = '/v1/audio/speech'
const transcriptionPath = '/v1/audio/transcriptions'
const input = 'The pump is on.'
const voice = 'alloy'

/** The content types and first bytes of the formats that are asked for. PCM is raw samples. */
const formats = {
  mp3: { types: ['audio/mpeg', 'audio/mp3'], begins: (bytes: Buffer) => bytes.toString('latin1', 0, 3) === 'ID3' || isFrame(bytes) },
  wav: { types: ['audio/wav', 'audio/x-wav', 'audio/wave'], begins: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' },
} as const

const isFrame = (bytes: Buffer): boolean => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0

export const speech: Endpoint = {
  name: 'speech',
  use: 'speech',
  smallest: (model) => ({ path: speechPath, body: { model, input, voice } }),
  invalidBodies: [{ name: 'no input', body: (model) => ({ model, voice }) }],
  checks: (context) =>
    (['mp3', 'wav'] as const).map((format) =>
      context.check(`speech as ${format}`, async (send) => {
        const body = { model: context.model, input, voice, response_format: format }
        const answered = await send(context.request({ path: speechPath, body }))
        if (answered === undefined || context.lacks(answered, 'response_format') || !statusIs(answered, 200)) return
        const { answer, find } = answered
        const type = answer.headers.get('content-type') ?? undefined
        find.oneOf('header content-type', mediaType(type), formats[format].types, `response_format asks for ${format}`)
        find.require(
          formats[format].begins(answer.bytes),
          '',
          counted(answer.bytes.length, 'byte'),
          `a sound as ${format}`,
          'players read the first bytes',
        )
      }),
    ),
}

export const transcriptions: Endpoint = {
  name: 'transcriptions',
  use: 'transcription',
  smallest: (model) => ({ path: transcriptionPath, body: form({ model }) }),
  invalidBodies: [],
  checks: (context) => [
    context.check('a transcript as JSON', async (send) => {
      const answered = await send(
        context.request({ path: transcriptionPath, body: form({ model: context.model, response_format: 'json' }) }),
      )
      if (answered !== undefined && context.fits(answered, 'AudioTranscriptionReply')) checkText(answered)
    }),
    context.check('a transcript as plain text', async (send) => {
      const answered = await send(
        context.request({ path: transcriptionPath, body: form({ model: context.model, response_format: 'text' }) }),
      )
      if (answered === undefined || !statusIs(answered, 200) || !typeIs(answered, 'text/plain')) return
      const { answer, find } = answered
      find.require(
        answer.json === undefined || typeof answer.json !== 'object',
        '',
        answer.text,
        'the text alone',
        'response_format asks for text',
      )
    }),
    context.check('a transcript with its segments', async (send) => {
      const body = form({ model: context.model, response_format: 'verbose_json' })
      const answered = await send(context.request({ path: transcriptionPath, body }))
      if (answered === undefined || context.lacks(answered, 'response_format')) return
      if (context.fits(answered, 'AudioTranscriptionReply')) checkSegments(answered)
    }),
    withoutFile(context),
  ],
}

function withoutFile(context: EndpointContext) {
  return context.check('400 for a form without a file', async (send) => {
    const body = new FormData()
    body.set('model', context.model)
    const answered = await send(context.request({ path: transcriptionPath, body }))
    if (answered !== undefined) context.refused(answered, 400)
  })
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  data.set('file', new Blob([tone], { type: 'audio/wav' }), 'tone.wav')
  return data
}

function checkText({ find, body }: Answered): void {
  find.require(typeof body['text'] === 'string', '/text', body['text'], 'a text', 'it is the transcript')
  const usage = objectOf(body['usage'])
  if (usage?.['type'] === 'tokens') {
    const { input_tokens: read, output_tokens: written, total_tokens: total } = usage
    find.equals('/usage/total_tokens', total, Number(read) + Number(written), 'the total is the sum of input_tokens and output_tokens')
  }
  if (usage?.['type'] === 'duration')
    find.require(Number(usage['seconds']) >= 0, '/usage/seconds', usage['seconds'], 'a number', 'it is the length of the sound')
}

function checkSegments(answered: Answered): void {
  const { find, body } = answered
  checkText(answered)
  const { duration, segments } = body
  find.require(Number(duration) > 0, '/duration', duration, 'seconds above 0', 'it is the length of the sound')
  let before = 0
  objectsOf(segments).forEach(({ start, end }, position) => {
    const right = Number(start) >= before && Number(end) >= Number(start)
    find.require(right, `/segments/${position}`, { start, end }, `times from ${before} on`, 'segments follow one another')
    before = Number(start)
  })
}
