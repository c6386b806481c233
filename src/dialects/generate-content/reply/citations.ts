import type {
  GeminiCandidate,
  GeminiGroundingChunk,
  GeminiGroundingMetadata,
  GeminiGroundingSource,
  GeminiGroundingSupport,
} from '../../../../generated/generate-content/model/index.js'
import type { Citation } from '../../../exchange/part.js'
import { byteOffset, utf16Offset } from './offsets.js'
import { defined } from '../../../json/object.js'

/** The citations of a candidate. Their offsets count in its visible text: all text parts joined. */
export interface CandidateCitations {
  readonly grounding?: GeminiGroundingMetadata
  readonly recitation?: GeminiCandidate['citationMetadata']
}

/**
 * The citations of one text part, `start` to `end` (UTF-16 offsets) of the candidate's visible text `whole`. Offsets on the wire count UTF-8
 * bytes of the whole text; where the text there is not the quoted one, the quote is searched for.
 */
export function decodeCitations(candidate: CandidateCitations, whole: string, start: number, end: number): Citation[] {
  const chunks = candidate.grounding?.groundingChunks ?? []
  const most = mostCitations(whole)
  const grounded = (candidate.grounding?.groundingSupports ?? []).slice(0, most).flatMap((support) => {
    const span = segmentSpan(support.segment, whole)
    if (span === undefined || span.start < start || span.end > end) return []
    return (support.groundingChunkIndices ?? []).flatMap((index) => {
      const chunk = chunks[index]
      return chunk === undefined
        ? []
        : [chunkCitation(chunk, support, span.start - start, span.end - start, whole.slice(span.start, span.end))]
    })
  })
  const sources = candidate.recitation?.citationSources ?? candidate.recitation?.citations ?? []
  const recited = sources.slice(0, most).flatMap((source): Citation[] => {
    const from = utf16Offset(whole, source.startIndex ?? 0)
    const to = source.endIndex === undefined ? whole.length : utf16Offset(whole, source.endIndex)
    if (source.uri === undefined || from < start || to > end) return []
    const native = { dialect: 'generate-content', value: source } as const
    return [
      defined({
        type: 'url',
        url: source.uri,
        title: source.title,
        citedText: whole.slice(from, to),
        start: from - start,
        end: to - start,
        native,
      }),
    ]
  })
  return [...grounded, ...recited]
}

/** To find the place of one takes as long as the text is: more than these would hold up everybody else. Real replies have some dozens. */
function mostCitations(whole: string): number {
  return Math.max(50, Math.floor(10_000_000 / (whole.length + 1)))
}

function segmentSpan(segment: GeminiGroundingSupport['segment'], whole: string): { start: number; end: number } | undefined {
  if (segment === undefined) return undefined
  const start = utf16Offset(whole, segment.startIndex ?? 0)
  const end = segment.endIndex === undefined ? whole.length : utf16Offset(whole, segment.endIndex)
  if (segment.text === undefined || segment.text === '' || whole.slice(start, end) === segment.text) return { start, end }
  const found = whole.indexOf(segment.text)
  return found < 0 ? undefined : { start: found, end: found + segment.text.length }
}

function chunkCitation(
  chunk: GeminiGroundingChunk,
  support: GeminiGroundingSupport,
  start: number,
  end: number,
  citedText: string,
): Citation {
  const source = chunk.web ?? chunk.maps ?? chunk.retrievedContext
  const url = source?.uri
  return defined({
    type: url === undefined ? 'document' : 'url',
    url,
    title: source?.title,
    citedText,
    start,
    end,
    native: { dialect: 'generate-content', value: { chunk, support } },
  })
}

/** Writes citations as the grounding metadata of a candidate. */
export class GroundingWriter {
  readonly #chunks: GeminiGroundingChunk[] = []
  readonly #places = new Map<string, number>()
  readonly #supports: GeminiGroundingSupport[] = []

  /** `text`: the text part with the citation; `before`: all visible text before it. */
  add(citation: Citation, text: string, before: string): void {
    const start = citation.start ?? 0
    const end = citation.end ?? text.length
    const offset = Buffer.byteLength(before)
    const segment = { startIndex: offset + byteOffset(text, start), endIndex: offset + byteOffset(text, end), text: text.slice(start, end) }
    this.#supports.push({ segment, groundingChunkIndices: [this.#chunkIndex(citation)] })
  }

  #chunkIndex(citation: Citation): number {
    const source = defined<GeminiGroundingSource>({ uri: citation.url, title: citation.title })
    const chunk: GeminiGroundingChunk =
      citation.type === 'url' ? { web: source } : { retrievedContext: defined({ ...source, text: citation.citedText }) }
    const key = JSON.stringify(chunk)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.#chunks.length)
    return this.#chunks.push(chunk) - 1
  }

  get metadata(): GeminiGroundingMetadata | undefined {
    return this.#supports.length === 0 ? undefined : { groundingChunks: this.#chunks, groundingSupports: this.#supports }
  }
}
