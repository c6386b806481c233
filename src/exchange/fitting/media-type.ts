import type { LossLedger } from '../ledger.js'
import { placeOf, type MediaPart, type Part } from '../part.js'
import type { ConversationRequest, Turn } from '../request.js'
import { mapped } from './mapped.js'

/** The signature of a file type: its first bytes, as Latin-1, and for RIFF files more bytes at the offset `at`. */
interface FileSignature {
  readonly type: string
  readonly kind: MediaPart['kind']
  readonly starts: string
  readonly then?: { readonly at: number; readonly starts: string }
}

const signatures: readonly FileSignature[] = [
  { type: 'image/jpeg', kind: 'image', starts: '\xff\xd8\xff' },
  { type: 'image/png', kind: 'image', starts: '\x89PNG\r\n\x1a\n' },
  { type: 'image/gif', kind: 'image', starts: 'GIF8' },
  { type: 'image/webp', kind: 'image', starts: 'RIFF', then: { at: 8, starts: 'WEBP' } },
  { type: 'application/pdf', kind: 'document', starts: '%PDF-' },
  { type: 'audio/wav', kind: 'audio', starts: 'RIFF', then: { at: 8, starts: 'WAVE' } },
  { type: 'audio/mpeg', kind: 'audio', starts: 'ID3' },
  { type: 'audio/flac', kind: 'audio', starts: 'fLaC' },
]

/** Other names of these types, which the bytes do not contradict. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/wave', 'audio/wav'],
  ['audio/vnd.wave', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
])

/**
 * Corrects declared media types that contradict the signatures of the inline bytes. Some providers look at the bytes only, others refuse a
 * type that differs from them.
 */
export function fitMediaTypes(conversation: ConversationRequest, ledger: LossLedger): ConversationRequest {
  const turns = mapped(conversation.turns, (turn): Turn => {
    const parts = mapped(turn.parts, (part) => fitPart(part, ledger))
    return parts === turn.parts ? turn : { ...turn, parts }
  })
  return turns === conversation.turns ? conversation : { ...conversation, turns }
}

function fitPart(part: Part, ledger: LossLedger): Part {
  if (part.type === 'media') return fitMedia(part, ledger)
  if (part.type !== 'tool-result') return part
  const content = mapped(part.content, (piece) => (piece.type === 'media' ? fitMedia(piece, ledger) : piece))
  return content === part.content ? part : { ...part, content }
}

function fitMedia(part: MediaPart, ledger: LossLedger): MediaPart {
  const { source } = part
  if (source.type !== 'base64') return part
  const found = typeOfBytes(source.data)
  const declared = source.mediaType.toLowerCase().split(';', 1)[0]?.trim() ?? ''
  if (found === undefined || found.type === (synonyms.get(declared) ?? declared)) return part
  ledger.move(placeOf(part, 'mediaType'), `the bytes are ${found.type}, not ${source.mediaType}`)
  return { ...part, kind: found.kind, source: { ...source, mediaType: found.type } }
}

function typeOfBytes(base64: string): FileSignature | undefined {
  const head = Buffer.from(base64.slice(0, 24), 'base64').toString('latin1')
  return signatures.find(({ starts, then }) => head.startsWith(starts) && (then === undefined || head.startsWith(then.starts, then.at)))
}
