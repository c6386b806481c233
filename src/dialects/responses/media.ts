import { isUtf8 } from 'node:buffer'
import type { MediaSource } from '../../exchange/part.js'

const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*?)(;base64)?,/i

/** The source of a URL: its inline data for a `data:` URL (RFC 2397), otherwise the URL. */
export function sourceOfUrl(url: string): MediaSource {
  if (!url.startsWith('data:')) return { type: 'url', url }
  return sourceOfData(url, 'application/octet-stream')
}

/** The source of `file_data`: a `data:` URL, or base64 without a media type, which then gets `fallbackType`. */
export function sourceOfData(data: string, fallbackType: string): MediaSource {
  const head = dataUrl.exec(data.slice(0, 200))
  if (head === null) return { type: 'base64', mediaType: fallbackType, data }
  const mediaType = (head[1] === undefined || head[1] === '' ? 'text/plain' : head[1]).toLowerCase()
  const rest = data.slice(head[0].length)
  if (head[3] === undefined) return { type: 'text', text: decodeURIComponent(rest), mediaType }
  if (mediaType.startsWith('text/')) {
    const bytes = Buffer.from(rest, 'base64')
    if (isUtf8(bytes)) return { type: 'text', text: bytes.toString(), mediaType }
  }
  return { type: 'base64', mediaType, data: rest }
}

const typesByEnding: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function typeOfFilename(filename: string | null | undefined): string {
  const ending = filename?.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  return (ending === undefined ? undefined : typesByEnding[ending]) ?? 'application/pdf'
}

/** The values of `format` in `input_audio`, with their media types. */
const audioFormats: readonly (readonly [string, string])[] = [
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['flac', 'audio/flac'],
  ['opus', 'audio/opus'],
  ['ogg', 'audio/ogg'],
  ['aac', 'audio/aac'],
  ['m4a', 'audio/mp4'],
  ['pcm16', 'audio/pcm'],
]

export function typeOfAudioFormat(format: string): string {
  return audioFormats.find(([name]) => name === format)?.[1] ?? `audio/${format}`
}

export function audioFormatOf(mediaType: string): string {
  const plain = mediaType.split(';')[0] ?? mediaType
  if (plain === 'audio/x-wav' || plain === 'audio/wave') return 'wav'
  if (plain === 'audio/mp3') return 'mp3'
  return audioFormats.find(([, type]) => type === plain)?.[0] ?? plain.slice('audio/'.length)
}

/** The media type of a generated image, from its `output_format`. */
export function typeOfImageFormat(format: unknown): string {
  return typeof format === 'string' && format !== '' ? `image/${format}` : 'image/png'
}
