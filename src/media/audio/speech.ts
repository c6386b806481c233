import type { AudioSpeechRequest } from '../../../generated/media/model/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { readOpenAIError } from '../../dialects/openai-error.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import type { Usage } from '../../exchange/usage.js'
import { readGeminiReply } from '../gemini-reply.js'
import { isObject, unreadable, unsupported, type MediaCodec, type MediaReply } from '../media.js'
import { OpenAIEventTap } from '../openai-event-tap.js'
import { readTokenUsage } from '../usage.js'
import { wavOf } from './wav.js'

const known = new Set(['model', 'input', 'voice', 'instructions', 'response_format', 'speed', 'stream_format'])

/** `POST /v1/audio/speech`. */
export const speech: MediaCodec = {
  thing: 'speech',
  plan(request, target) {
    if (target.form === 'openai') return { type: 'relay', form: 'speech' }
    if (target.form !== 'gemini') throw unsupported('speech', target.model)
    // The validator has checked this shape; unknown members are booked below.
    const wire = request as unknown as AudioSpeechRequest
    dropUnknown(request, known, '', target.ledger, 'Gemini has no such setting')
    const format = formatOf(wire, target.ledger)
    const sse = wire.stream_format === 'sse'
    return {
      type: 'translation',
      calls: [{ form: 'generate-content', body: encodeRequest(wire, target.ledger) }],
      encodeReply: ([reply]) => encodeReply(reply, format, sse),
    }
  },
  readUsage: (wire) => (isObject(wire) ? readTokenUsage(wire['usage']) : undefined),
  readErrorInReply: (wire) => readOpenAIError('chat-completions', wire),
  createStreamTap: () => new OpenAIEventTap((type) => type === 'speech.audio.done'),
}

type SpeechFormat = 'wav' | 'pcm'

/** Gemini speaks raw samples; without an encoder they are given as they are or as a WAV file. */
function formatOf({ response_format: format }: AudioSpeechRequest, ledger: LossLedger): SpeechFormat {
  if (format == null) {
    ledger.approximate('/response_format', 'Gemini gives uncompressed sound: wav in place of mp3')
    return 'wav'
  }
  if (format === 'wav' || format === 'pcm') return format
  throw refuse('/response_format', `Gemini gives uncompressed sound: ask for wav or pcm, not ${format}.`)
}

/** OpenAI's voices and Gemini's that come near; a name of Gemini's own passes. */
const voices: Readonly<Record<string, string>> = {
  alloy: 'Kore',
  ash: 'Orus',
  ballad: 'Puck',
  coral: 'Leda',
  echo: 'Charon',
  fable: 'Puck',
  nova: 'Aoede',
  onyx: 'Charon',
  sage: 'Zephyr',
  shimmer: 'Aoede',
  verse: 'Puck',
  marin: 'Leda',
  cedar: 'Orus',
}

function encodeRequest({ input, voice, instructions, speed }: AudioSpeechRequest, ledger: LossLedger): WireObject {
  if (typeof voice === 'object' && voice !== null) throw refuse('/voice', "Gemini has no voices of one's own: name one of its voices.")
  const near = voice == null ? undefined : voices[voice.toLowerCase()]
  if (near !== undefined) ledger.approximate('/voice', `Gemini has other voices: ${near} was chosen`)
  if (speed != null && speed !== 1) ledger.drop('/speed', 'Gemini takes no speed')
  const text = instructions == null || instructions === '' ? input : `${instructions.replace(/[\s:.]+$/, '')}: ${input}`
  return {
    contents: [{ role: 'user', parts: [{ text }] }],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: near ?? voice ?? 'Kore' } } },
    },
  }
}

function encodeReply(wire: unknown, format: SpeechFormat, sse: boolean): MediaReply {
  const { media, blocked, usage } = readGeminiReply(wire)
  const [sound] = media
  if (sound === undefined) {
    if (blocked !== undefined)
      throw new GatewayFailure({
        kind: 'invalid_request',
        code: 'content_policy_violation',
        message: `The provider said nothing: ${blocked}`,
      })
    throw unreadable('sound')
  }
  const samples = Buffer.from(sound.data, 'base64')
  const raw = /^audio\/(l16|pcm)/i.test(sound.mediaType)
  const rate = Number(/rate=(\d+)/i.exec(sound.mediaType)?.[1] ?? 24000)
  const bytes = format === 'wav' && raw ? wavOf(samples, rate) : samples
  const counted = usage === undefined ? {} : { usage }
  if (sse) return { contentType: 'text/event-stream; charset=utf-8', body: encodeEvents(bytes, usage), ...counted }
  return { contentType: raw ? (format === 'wav' ? 'audio/wav' : 'audio/pcm') : sound.mediaType, body: bytes, ...counted }
}

function encodeEvents(bytes: Buffer, usage: Usage | undefined): string {
  const input = usage?.inputTokens ?? 0
  const output = usage?.outputTokens ?? 0
  const events = [
    { type: 'speech.audio.delta', audio: bytes.toString('base64') },
    { type: 'speech.audio.done', usage: { input_tokens: input, output_tokens: output, total_tokens: input + output } },
  ]
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
}
