import type { GeminiBlob, GeminiFileData, GeminiPart } from '../../../generated/generate-content/model/index.js'
import { refuse } from '../../exchange/error.js'
import { placeOf, type MediaPart, type MediaSource } from '../../exchange/part.js'
import type { Target } from '../../exchange/target.js'
import { modelGeneration } from './models.js'
import { readSignature } from './thought-signature.js'
import { defined } from '../../json/object.js'

type MediaKind = MediaPart['kind']

const extensionTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  aac: 'audio/aac',
  m4a: 'audio/m4a',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mpeg: 'video/mpeg',
}

/** Reads `inlineData`. Throws a 400 where it has no media type. */
export function decodeBlob(blob: GeminiBlob, at: string, signature: string | undefined): MediaPart {
  const { mimeType } = blob
  if (mimeType === undefined || mimeType === '') throw refuse(`${at}/inlineData/mimeType`, 'inlineData needs a mimeType.')
  const data = standardBase64(blob.data)
  const source: MediaSource = mimeType.startsWith('text/')
    ? { type: 'text', text: Buffer.from(data, 'base64').toString('utf8'), mediaType: mimeType }
    : { type: 'base64', mediaType: mimeType, data }
  return media(kindOf(mimeType), source, at, signature, blob.displayName, 'inlineData')
}

/** Reads `fileData`. Only Google can read addresses of its Files API, Cloud Storage and YouTube. Throws a 400 where there is no address. */
export function decodeFileData(file: GeminiFileData, at: string, signature: string | undefined): MediaPart {
  const { fileUri: uri } = file
  if (uri === undefined || uri === '') throw refuse(`${at}/fileData/fileUri`, 'fileData needs a fileUri.')
  const mediaType = file.mimeType ?? extensionType(uri)
  const source: MediaSource = isProviderAddress(uri)
    ? defined({ type: 'file', id: uri, dialect: 'generate-content', mediaType })
    : defined({ type: 'url', url: uri, mediaType })
  const kind = mediaType === undefined && isYouTube(uri) ? 'video' : kindOf(mediaType)
  return media(kind, source, at, signature, file.displayName, 'fileData')
}

function media(
  kind: MediaKind,
  source: MediaSource,
  at: string,
  signature: string | undefined,
  filename: string | undefined,
  member: 'inlineData' | 'fileData',
): MediaPart {
  const proof = readSignature(signature)
  const places = {
    ...(proof === undefined ? {} : { proof: `${at}/thoughtSignature` }),
    ...(filename === undefined ? {} : { filename: `${at}/${member}/displayName` }),
    ...(source.type === 'url' && source.mediaType !== undefined ? { mediaType: `${at}/${member}` } : {}),
  }
  return defined({
    type: 'media',
    kind,
    source,
    at,
    filename,
    proof,
    places: at === '' || Object.keys(places).length === 0 ? undefined : places,
  })
}

function kindOf(mimeType: string | undefined): MediaKind {
  if (mimeType?.startsWith('image/')) return 'image'
  if (mimeType?.startsWith('audio/')) return 'audio'
  return mimeType?.startsWith('video/') ? 'video' : 'document'
}

/** This dialect allows the URL-safe alphabet of base64; the others do not. */
function standardBase64(data: string): string {
  if (!data.includes('-') && !data.includes('_')) return data
  const standard = data.replaceAll('-', '+').replaceAll('_', '/')
  return standard.padEnd(Math.ceil(standard.length / 4) * 4, '=')
}

/** A media part of a request. Throws a 400 where the target cannot read it: leaving it out would change the question. */
export function encodeMedia(part: MediaPart, target: Target): GeminiPart {
  if (target.traits.withoutMedia?.includes(part.kind)) throw refuse(part.at, `The provider of this model accepts no ${part.kind} input.`)
  noteDescription(part, target)
  const { source } = part
  switch (source.type) {
    case 'base64':
      return { inlineData: { mimeType: source.mediaType, data: source.data } }
    case 'text':
      return { inlineData: { mimeType: source.mediaType, data: Buffer.from(source.text).toString('base64') } }
    case 'file':
      if (source.dialect !== 'generate-content')
        throw refuse(part.at, `The file ${source.id} is stored at another provider than the model's.`)
      return fileData(source.id, source.mediaType)
    case 'url':
      if (!isProviderAddress(source.url) && !takesPublicAddresses(source.url, target.model))
        throw refuse(
          part.at,
          `Neither the provider of this model nor the gateway fetches ${part.kind} addresses: send the data inline.`,
          'unsupported_url',
        )
      return fileData(source.url, source.mediaType ?? extensionType(source.url))
  }
}

/** A media part of a reply. */
export function encodeReplyMedia(part: MediaPart): GeminiPart {
  const { source } = part
  if (source.type === 'base64') return { inlineData: { mimeType: source.mediaType, data: source.data } }
  if (source.type === 'text') return { text: source.text }
  return fileData(source.type === 'url' ? source.url : source.id, source.mediaType)
}

function fileData(fileUri: string, mimeType: string | undefined): GeminiPart {
  return { fileData: defined({ fileUri, mimeType }) }
}

function noteDescription(part: MediaPart, { ledger }: Target): void {
  for (const name of ['detail', 'filename', 'context'] as const)
    if (part[name] !== undefined) ledger.drop(placeOf(part, name), `generate-content has no ${name} of ${part.kind} parts`)
  if (part.citable === true) ledger.drop(placeOf(part, 'citable'), 'generate-content cannot be asked for citations of a document')
  if (part.citable === false) ledger.move(placeOf(part, 'citable'), 'not needed: it is the default')
}

function extensionType(address: string): string | undefined {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(extensionTypes, extension) ? extensionTypes[extension] : undefined
}

function isProviderAddress(uri: string): boolean {
  return uri.startsWith('gs://') || uri.startsWith('https://generativelanguage.googleapis.com/') || isYouTube(uri)
}

function isYouTube(uri: string): boolean {
  return /^https?:\/\/(www\.|m\.)?(youtube\.com|youtu\.be)\//.test(uri)
}

/** From Gemini 3 on, any public https address is allowed. */
function takesPublicAddresses(uri: string, model: string): boolean {
  return uri.startsWith('https://') && (modelGeneration(model) ?? 0) >= 3
}
