import type { Part } from '../../exchange/part.js'
import type { ConversationRequest } from '../../exchange/request.js'
import { clientDialects } from '../../dialects/registry.js'
import { picture } from '../media/picture.js'
import { soundOf } from '../media/sound.js'

/** An answer as text, or as the kinds of output that the request asks for. */
export function mediaAnswer({ settings, dialect }: ConversationRequest, text: string): readonly Part[] {
  const wanted = settings.modalities?.value ?? ['text']
  const parts: Part[] = []
  const format = clientDialects[dialect].mock.speech ?? settings.audio?.value.format ?? 'mp3'
  const sound = wanted.includes('audio') ? soundOf(format) : undefined
  if (sound !== undefined) {
    const mediaType = format === 'pcm' ? 'audio/L16;rate=24000' : sound.mediaType
    const source = { type: 'base64' as const, mediaType, data: sound.bytes.toString('base64') }
    parts.push({ type: 'media', kind: 'audio', at: '', source, transcript: text })
  }
  // The transcript of audio is the text.
  if (parts.length === 0) parts.push({ type: 'text', at: '', text })
  if (wanted.includes('image')) parts.push({ type: 'media', kind: 'image', at: '', source: { type: 'base64', ...picture('png') } })
  return parts
}
