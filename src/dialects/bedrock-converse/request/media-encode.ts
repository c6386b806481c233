import type {
  ConverseAudio,
  ConverseContentBlock,
  ConverseDocument,
  ConverseImage,
  ConverseSource,
  ConverseVideo,
} from '../../../../generated/bedrock-converse/model/index.js'
import { refuse } from '../../../exchange/error.js'
import { placeOf, type MediaPart } from '../../../exchange/part.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Target } from '../../../exchange/target.js'
import { defined } from '../../../json/object.js'

type Formats<T> = Readonly<Record<string, T>>

const images: Formats<ConverseImage['format']> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}
const documents: Formats<NonNullable<ConverseDocument['format']>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/html': 'html',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}
const videos: Formats<ConverseVideo['format']> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/x-matroska': 'mkv',
  'video/mpeg': 'mpeg',
  'video/x-flv': 'flv',
  'video/x-ms-wmv': 'wmv',
  'video/3gpp': 'three_gp',
}
const audio: Formats<ConverseAudio['format']> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/mp4': 'mp4',
  'audio/webm': 'webm',
}

/** A media part as a block, with its data or its address in S3. `number`: counts documents from 1. Throws a 400 that names the part. */
export function encodeMedia(part: MediaPart, number: number, { ledger, traits }: Target): ConverseContentBlock {
  if (traits.withoutMedia?.includes(part.kind) === true) throw refuse(part.at, `The provider of this model accepts no ${part.kind}.`)
  recordExtras(part, ledger)
  switch (part.kind) {
    case 'image':
      return { image: { format: formatOf(part, images), source: sourceOf(part) } }
    case 'video':
      return { video: { format: formatOf(part, videos), source: sourceOf(part) } }
    case 'audio':
      return { audio: { format: formatOf(part, audio), source: sourceOf(part) } }
    case 'document':
      return { document: encodeDocument(part, number, ledger) }
  }
}

/** Records the members of a part that Converse does not have. */
function recordExtras(part: MediaPart, ledger: LossLedger): void {
  const isDocument = part.kind === 'document'
  if (part.proof !== undefined) ledger.drop(placeOf(part, 'proof'), 'the proof belongs to another provider')
  if (part.detail === 'auto') ledger.move(placeOf(part, 'detail'), 'not needed: it is the default')
  else if (part.detail !== undefined) ledger.drop(placeOf(part, 'detail'), 'Converse has no detail of images')
  if (part.transcript !== undefined) ledger.drop(part.at, 'Converse has no transcripts of audio')
  if (part.filename !== undefined && !isDocument) ledger.drop(placeOf(part, 'filename'), 'only documents have names')
  if (part.context !== undefined && !isDocument) ledger.drop(placeOf(part, 'context'), 'only documents have a context')
  if (part.citable === false || (part.citable !== undefined && !isDocument))
    ledger.move(placeOf(part, 'citable'), 'not needed: there are no citations by default')
}

function encodeDocument(part: MediaPart, number: number, ledger: LossLedger): ConverseDocument {
  const { source, context, citable, filename } = part
  const name = documentName(filename, number)
  if (filename !== undefined && name !== filename)
    ledger.approximate(placeOf(part, 'filename'), `the document is called ${name}: Bedrock allows few characters`)
  return defined({
    ...(source.type === 'text' ? { format: documents[source.mediaType] ?? 'txt' } : { format: formatOf(part, documents) }),
    name,
    source: sourceOf(part),
    context,
    citations: citable === true ? { enabled: true } : undefined,
  })
}

/** A name that Bedrock accepts: letters, digits, single spaces, hyphens and brackets, different for each document. */
function documentName(filename: string | undefined, number: number): string {
  const name = (filename ?? 'document')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/[^a-zA-Z0-9()[\] -]/g, '-')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, 180)
  return number === 1 && name !== '' ? name : `${name === '' ? 'document' : name} ${number}`
}

function formatOf<T>(part: MediaPart, formats: Formats<T>): T {
  const { source } = part
  const type =
    (source.mediaType ?? (source.type === 'url' ? typeByName(source.url, formats) : undefined) ?? '').split(';')[0]?.trim().toLowerCase() ??
    ''
  const format = formats[type]
  if (format === undefined)
    throw refuse(
      part.at,
      type === ''
        ? `The provider of this model needs the media type of the ${part.kind}.`
        : `The provider of this model accepts no ${part.kind} of the type ${type}.`,
    )
  return format
}

/** The media type by the extension of an address in S3. */
function typeByName<T>(url: string, formats: Formats<T>): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(url)?.[1]?.toLowerCase()
  return Object.entries(formats).find(([type, format]) => format === extension || type.endsWith(`/${extension ?? ''}`))?.[0]
}

function sourceOf({ source, at, kind }: MediaPart): ConverseSource {
  switch (source.type) {
    case 'base64':
      return { bytes: source.data }
    case 'text':
      return kind === 'document' ? { text: source.text } : { bytes: Buffer.from(source.text).toString('base64') }
    case 'url':
      if (source.url.startsWith('s3://')) return { s3Location: { uri: source.url } }
      throw refuse(at, `The provider of this model accepts ${kind} input as data or in S3, not by another address.`, 'unsupported_url')
    case 'file':
      throw refuse(at, `The provider of this model cannot read the file ${source.id}: send its content.`)
  }
}
