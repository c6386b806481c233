import type { WireObject } from '../../dialects/dialect.js'
import type { MediaReply } from '../media.js'
import { answered, lossesOf, refusalOf, targetFor, translated } from '../media-fixture.js'
import type { MultipartForm } from '../multipart/form.js'
import { speech } from './speech.js'
import { createTranscriptionStreamTap, planTranscriptionForm } from './transcription.js'

const wav = { name: 'file', filename: 'note.wav', contentType: 'audio/wav', bytes: Buffer.from('RIFF') }
const form = (fields: Readonly<Record<string, string>> = {}, file: MultipartForm['files'][number] = wav): MultipartForm => ({
  fields: [{ name: 'model', value: 'a' }, ...Object.entries(fields).map(([name, value]) => ({ name, value }))],
  files: [file],
})
const said = (text: string): WireObject => ({
  candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 30, candidatesTokenCount: 2, promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 25 }] },
})

describe('transcriptions by Gemini', () => {
  function ask(
    request: MultipartForm,
    task: 'transcriptions' | 'translations' = 'transcriptions',
  ): { body: unknown; losses: string[]; encodeReply: (reply: unknown) => MediaReply } {
    const target = targetFor('gemini')
    const plan = planTranscriptionForm(task, request, target)
    if (plan.type !== 'translation') throw new Error('expected a translation')
    return { body: plan.requests[0]?.body, losses: lossesOf(target), encodeReply: (reply) => plan.encodeReply([reply]) }
  }

  test('the audio is in the prompt, hints are in its text', () => {
    const { body, losses } = ask(form({ language: 'en', prompt: 'Names: Ada.', temperature: '0.2', 'include[]': 'logprobs', other: '1' }))
    expect(body).toMatchObject({
      contents: [
        {
          role: 'user',
          parts: [
            { text: expect.stringMatching(/word for word[^]*en\.[^]*Names: Ada\./) as unknown },
            { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
          ],
        },
      ],
      generationConfig: { temperature: 0.2 },
    })
    expect(losses).toEqual(['dropped /include[]', 'dropped /other'])
  })

  test('translations ask for English', () => {
    expect(JSON.stringify(ask(form(), 'translations').body)).toContain('in English')
  })

  test.each([
    ['note.mp3', undefined, 'audio/mp3'],
    ['note.M4A', 'application/octet-stream', 'audio/m4a'],
    ['note', 'audio/webm; codecs=opus', 'audio/webm; codecs=opus'],
  ])('%s of type %s is %s', (filename, contentType, mimeType) => {
    expect(
      JSON.stringify(
        ask(form({}, { name: 'file', filename, bytes: Buffer.from('x'), ...(contentType === undefined ? {} : { contentType }) })).body,
      ),
    ).toContain(JSON.stringify(mimeType))
  })

  test.each<[string, MultipartForm, string]>([
    ['subtitles', form({ response_format: 'srt' }), '/response_format'],
    ['timestamps', form({ 'timestamp_granularities[]': 'word' }), '/timestamp_granularities'],
    ['known speakers', form({ 'known_speaker_names[]': 'Ada' }), '/known_speaker_names[]'],
    ['an invalid temperature', form({ temperature: 'hot' }), '/temperature'],
    ['no file', { fields: [], files: [] }, '/file'],
  ])('%s: refused, the field named', (_, request, param) => {
    expect(refusalOf(() => planTranscriptionForm('transcriptions', request, targetFor('gemini')))).toBe(param)
  })

  test('a provider without transcription is a 400 that names it', () => {
    expect(refusalOf(() => planTranscriptionForm('transcriptions', form(), targetFor(undefined)))).toBe('/model')
  })

  const usage = {
    type: 'tokens',
    input_tokens: 30,
    output_tokens: 2,
    total_tokens: 32,
    input_token_details: { audio_tokens: 25, text_tokens: 5 },
  }
  test.each<[string, Readonly<Record<string, string>>, string, unknown]>([
    ['json', {}, 'application/json', { text: 'Hello.', usage }],
    ['text', { response_format: 'text' }, 'text/plain; charset=utf-8', 'Hello.\n'],
    [
      'a stream',
      { stream: 'true' },
      'text/event-stream; charset=utf-8',
      `data: {"type":"transcript.text.delta","delta":"Hello."}\n\ndata: ${JSON.stringify({ type: 'transcript.text.done', text: 'Hello.', usage })}\n\ndata: [DONE]\n\n`,
    ],
  ])('the reply as %s', (_, fields, contentType, body) => {
    expect(ask(form(fields)).encodeReply(said(' Hello.\n'))).toEqual({
      contentType,
      body,
      usage: { inputTokens: 30, outputTokens: 2, audioInputTokens: 25 },
    })
  })

  test('the tap of a relayed stream reads both names of the end', () => {
    for (const type of ['transcript.text.done', 'transcription.done']) {
      const tap = createTranscriptionStreamTap()
      tap.push({ data: '{"type":"transcript.text.delta","delta":"Hi"}' })
      expect([tap.finished, tap.contentBytes]).toEqual([false, 2])
      tap.push({ data: JSON.stringify({ type, text: 'Hi', usage: { type: 'tokens', input_tokens: 14, output_tokens: 2 } }) })
      expect([tap.finished, tap.usage]).toEqual([true, { inputTokens: 14, outputTokens: 2 }])
    }
  })
})

describe('speech', () => {
  const base = { model: 'a', input: 'Hello.', voice: 'Kore', response_format: 'wav' }
  const spoken = {
    candidates: [{ content: { parts: [{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: 'AAEC' } }] } }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 9 },
  }

  test('an OpenAI-compatible provider gets it unchanged', () => {
    expect(speech.plan(base, targetFor('openai'))).toEqual({ type: 'relay', endpoint: 'speech' })
  })

  test.each(['openai', 'gemini', 'mistral'] as const)('without a voice it is refused before %s is asked', (format) => {
    const { voice: _voice, ...request } = base
    expect(refusalOf(() => speech.plan(request, targetFor(format)))).toBe('/voice')
    expect(refusalOf(() => speech.plan({ ...request, voice: null }, targetFor(format)))).toBe('/voice')
  })

  test.each(['voice_id', 'ref_audio'])("Mistral's %s stands in its place", (member) => {
    const { voice: _voice, ...request } = base
    expect(translated(speech, { ...request, [member]: 'x' }, 'mistral').bodies).toMatchObject([{ [member]: 'x' }])
  })

  test.each<[string, WireObject, string, string, string[]]>([
    ["one of Gemini's voices", base, 'Hello.', 'Kore', []],
    ["one of OpenAI's", { ...base, voice: 'alloy' }, 'Hello.', 'Kore', ['approximated /voice']],
    ['instructions', { ...base, instructions: 'Say cheerfully:', speed: 1.5 }, 'Say cheerfully: Hello.', 'Kore', ['dropped /speed']],
    ['no format', { model: 'a', input: 'Hello.', voice: 'Puck' }, 'Hello.', 'Puck', ['approximated /response_format']],
  ])('%s', (_, request, text, voiceName, losses) => {
    const result = translated(speech, request, 'gemini')
    expect(result.bodies).toEqual([
      {
        contents: [{ role: 'user', parts: [{ text }] }],
        generationConfig: { responseModalities: ['AUDIO'], speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } } },
      },
    ])
    expect(result.losses).toEqual(losses)
  })

  test.each<[string, WireObject, string]>([
    ['a compressed format', { ...base, response_format: 'mp3' }, '/response_format'],
    ["a voice of one's own", { ...base, voice: { id: 'v' } }, '/voice'],
  ])('%s is refused', (_, request, param) => {
    expect(refusalOf(() => speech.plan(request, targetFor('gemini')))).toBe(param)
  })

  test('samples unchanged, as a WAV file, as events', () => {
    const pcm = answered(speech, { ...base, response_format: 'pcm' }, 'gemini', spoken)
    expect([pcm.contentType, pcm.body]).toEqual(['audio/pcm', Buffer.from([0, 1, 2])])
    const file = answered(speech, base, 'gemini', spoken)
    expect(file.contentType).toBe('audio/wav')
    const bytes = file.body as Buffer
    expect([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(24), bytes.readUInt32LE(40), bytes.length]).toEqual(['RIFF', 24000, 3, 47])
    const events = answered(speech, { ...base, response_format: 'pcm', stream_format: 'sse' }, 'gemini', spoken)
    expect(events).toMatchObject({
      contentType: 'text/event-stream; charset=utf-8',
      body: 'data: {"type":"speech.audio.delta","audio":"AAEC"}\n\ndata: {"type":"speech.audio.done","usage":{"input_tokens":3,"output_tokens":9,"total_tokens":12}}\n\n',
    })
  })

  test("Mistral's base64 is sound again", () => {
    const request = { model: 'a', input: 'Hello.', voice: 'en_paul', response_format: 'wav', speed: 1.2, stream_format: 'audio' }
    const result = translated(speech, request, 'mistral')
    expect(result.bodies).toEqual([{ model: 'up-model', input: 'Hello.', voice: 'en_paul', response_format: 'wav' }])
    expect(result.losses).toEqual(['dropped /speed'])
    expect(result.plan.encodeReply([{ audio_data: 'AAEC' }])).toEqual({ contentType: 'audio/wav', body: Buffer.from([0, 1, 2]) })
    expect(refusalOf(() => result.plan.encodeReply([{}]))).toBe('upstream_invalid')
  })

  test('a reply without audio is an error of the upstream', () => {
    expect(refusalOf(() => answered(speech, base, 'gemini', { candidates: [{ content: { parts: [{ text: 'no' }] } }] }))).toBe(
      'upstream_invalid',
    )
  })
})
