import type { WireObject } from '../../dialects/dialect.js'
import { unreadable, type MediaTarget, type TranslationPlan } from '../media.js'
import { isObject } from '../../json/object.js'
import { readTokenUsage } from '../usage.js'
import { encodeSpeechEvents } from './speech-events.js'

const contentTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}

/** Speech by Mistral, which accepts OpenAI's request and returns the audio as base64 in JSON (recorded). */
export function planMistralSpeech(wire: WireObject, { model, ledger }: MediaTarget): TranslationPlan {
  const { stream_format: streamFormat, instructions, speed, ...request } = wire
  if (instructions !== undefined && instructions !== null) ledger.drop('/instructions', 'Mistral has no such setting')
  if (speed !== undefined && speed !== null) ledger.drop('/speed', 'Mistral has no such setting')
  const format = typeof wire.response_format === 'string' ? wire.response_format : 'mp3'
  return {
    type: 'translation',
    requests: [{ endpoint: 'speech', body: { ...request, model } }],
    encodeReply([reply]) {
      if (!isObject(reply) || typeof reply.audio_data !== 'string') throw unreadable('audio')
      const bytes = Buffer.from(reply.audio_data, 'base64')
      const usage = readTokenUsage(reply.usage)
      const counted = usage === undefined ? {} : { usage }
      if (streamFormat === 'sse')
        return { contentType: 'text/event-stream; charset=utf-8', body: encodeSpeechEvents(bytes, usage), ...counted }
      return { contentType: contentTypes[format] ?? 'application/octet-stream', body: bytes, ...counted }
    },
  }
}
