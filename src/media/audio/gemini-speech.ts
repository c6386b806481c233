import type { AudioSpeechRequest } from '../../../generated/media/model/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../exchange/ledger.js'
import { trimmedEnd } from '../../json/trimmed-end.js'
import { readGeminiReply } from '../gemini-reply.js'
import { unreadable, type MediaReply, type MediaTarget, type TranslationPlan } from '../media.js'
import { encodeSpeechEvents } from './speech-events.js'
import { wavOf } from './wav.js'

const known = new Set(['model', 'input', 'voice', 'instructions', 'response_format', 'speed', 'stream_format'])

/** Speech by one of Gemini's TTS models: `:generateContent` with audio in the reply. */
export function planGeminiSpeech(wire: WireObject, { ledger }: MediaTarget): TranslationPlan {
  // The validator has checked this shape; unknown members go to the ledger below.
  const request = wire as unknown as AudioSpeechRequest
  dropUnknown(wire, known, '', ledger, 'Gemini has no such setting')
  const format = formatOf(request, ledger)
  return {
    type: 'translation',
    requests: [{ endpoint: 'generate-content', body: encodeRequest(request, ledger) }],
    encodeReply: ([reply]) => encodeReply(reply, format, request.stream_format === 'sse'),
  }
}

type SpeechFormat = 'wav' | 'pcm'

/** Gemini returns raw samples; the gateway has no encoder, so they become PCM or a WAV file. */
function formatOf({ response_format: format }: AudioSpeechRequest, ledger: LossLedger): SpeechFormat {
  if (format == null) {
    ledger.approximate('/response_format', 'Gemini returns uncompressed audio: wav in place of mp3')
    return 'wav'
  }
  if (format === 'wav' || format === 'pcm') return format
  throw refuse('/response_format', `Gemini returns uncompressed audio: use wav or pcm, not ${format}.`)
}

/** OpenAI's voices and the nearest of Gemini's; Gemini's own names are passed on. */
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
  if (typeof voice === 'object' && voice !== null) throw refuse('/voice', 'Gemini has no custom voices: name one of its voices.')
  if (voice == null) throw refuse('/voice', '/voice is missing: Gemini requires the name of one of its voices.')
  const near = voices[voice.toLowerCase()]
  if (near !== undefined) ledger.approximate('/voice', `Gemini has other voices: ${near} was chosen`)
  if (speed != null && speed !== 1) ledger.drop('/speed', 'Gemini has no such setting')
  const text = instructions == null || instructions === '' ? input : `${trimmedEnd(instructions, isLastOfSentence)}: ${input}`
  return {
    contents: [{ role: 'user', parts: [{ text }] }],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: near ?? voice } } },
    },
  }
}

/** White space, colons and points. */
function isLastOfSentence(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x3a || code === 0x2e
}

function encodeReply(wire: unknown, format: SpeechFormat, sse: boolean): MediaReply {
  const { media, blocked, usage } = readGeminiReply(wire)
  const [sound] = media
  if (sound === undefined) {
    if (blocked !== undefined)
      throw new GatewayFailure({
        kind: 'invalid_request',
        code: 'content_policy_violation',
        message: `The provider returned no audio: ${blocked}`,
      })
    throw unreadable('audio')
  }
  const samples = Buffer.from(sound.data, 'base64')
  const raw = /^audio\/(l16|pcm)/i.test(sound.mediaType)
  const rate = Number(/rate=(\d+)/i.exec(sound.mediaType)?.[1] ?? 24000)
  const bytes = format === 'wav' && raw ? wavOf(samples, rate) : samples
  const counted = usage === undefined ? {} : { usage }
  if (sse) return { contentType: 'text/event-stream; charset=utf-8', body: encodeSpeechEvents(bytes, usage), ...counted }
  return { contentType: raw ? (format === 'wav' ? 'audio/wav' : 'audio/pcm') : sound.mediaType, body: bytes, ...counted }
}
