import { refuse } from '../../exchange/error.js'
import { encodeSpeechEvents } from '../../media/audio/speech-events.js'
import { textOrEmpty } from '../../json/object.js'
import { tokensOf } from '../conversation/tokens.js'
import { plainScript, type MockAnswer } from '../whole-answer.js'
import type { MediaQuestion } from './media-question.js'
import { soundFormats, soundOf } from './sound.js'

const usualFormat = 'mp3'
/** Tokens of half a second of sound. */
const soundTokens = 10

/** `POST /v1/audio/speech`: silence in the requested format. */
export function speechAnswer({ request, wire, stream, error }: MediaQuestion): MockAnswer {
  const format = typeof wire['response_format'] === 'string' ? wire['response_format'] : usualFormat
  const sound = soundOf(format)
  if (sound === undefined) throw refuse('/response_format', `response_format: the mock has ${soundFormats.join(', ')}.`)
  const { mediaType, bytes } = sound
  if (!stream) return { whole: { status: 200, headers: { 'content-type': mediaType }, body: bytes } }
  const usage = { inputTokens: tokensOf(textOrEmpty(wire['input'])), outputTokens: soundTokens }
  return { script: plainScript(request, encodeSpeechEvents(bytes, usage), error) }
}
