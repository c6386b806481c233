import type { WireObject } from '../../dialects/dialect.js'
import { refuse } from '../../exchange/error.js'
import { readErrorInReply } from '../openai-error.js'
import { unsupported, type MediaCodec } from '../media.js'
import { isObject } from '../../json/object.js'
import { OpenAIEventTap } from '../openai-event-tap.js'
import { readTokenUsage } from '../usage.js'
import { speechFacts } from './facts.js'
import { planGeminiSpeech } from './gemini-speech.js'
import { planMistralSpeech } from './mistral-speech.js'

/**
 * OpenAI and its library require a voice; Mistral accepts one of three members for it. There is no default: nobody would have chosen it.
 */
function requireVoice(request: WireObject): void {
  const members = ['voice', 'voice_id', 'ref_audio']
  if (members.every((member) => request[member] === undefined || request[member] === null))
    throw refuse('/voice', '/voice is missing: name a voice.')
}

/** As providers count them: those of Unicode, of which some are two of the language's. */
function charactersIn(text: string): number {
  let characters = 0
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) characters++
  return characters
}

/** `POST /v1/audio/speech`. */
export const speech: MediaCodec = {
  task: 'speech',
  plan(request, target) {
    requireVoice(request)
    switch (target.format) {
      case 'openai':
        return { type: 'relay', endpoint: 'speech' }
      case 'gemini':
        return planGeminiSpeech(request, target)
      case 'mistral':
        return planMistralSpeech(request, target)
      default:
        throw unsupported(speechFacts, target.asked)
    }
  },
  unitsOf: ({ input }) => (typeof input === 'string' ? { characters: charactersIn(input) } : {}),
  readUsage: (wire) => (isObject(wire) ? readTokenUsage(wire.usage) : undefined),
  readErrorInReply,
  createStreamTap: () => new OpenAIEventTap((type) => type === 'speech.audio.done'),
}
