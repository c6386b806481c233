import type {
  GeminiCandidate,
  GeminiGroundingChunk,
  GeminiGroundingMetadata,
  GeminiGroundingSource,
  GeminiGroundingSupport,
} from '../../../../generated/generate-content/model/index.js'
import type { LossLedger } from '../../../exchange/ledger.js'
import type { Citation } from '../../../exchange/part.js'
import { findText } from './find-text.js'
import { byteOffset, utf16Offset } from './offsets.js'
import { defined } from '../../../json/object.js'

/** The citations of a candidate. Their offsets count in its visible text: all text parts joined. */
export interface CandidateCitations {
  readonly grounding?: GeminiGroundingMetadata
  readonly recitation?: GeminiCandidate['citationMetadata']
}

/** A citation, with its offsets in the candidate's visible text. */
interface LocatedCitation extends Citation {
  readonly start: number
  readonly end: number
}

/** Characters that are gone through for the citations of one candidate: more would hold up other requests. Real replies need a fraction. */
const mostCharacters = 20_000_000

/** Locates the citations of one candidate in its visible text. Those for which it would take too long go into the ledger. */
export class CitationDecoder {
  #left = mostCharacters
  #told = false

  constructor(
    /** Of the candidate. */
    private readonly index: number,
    private readonly ledger: LossLedger,
  ) {}

  /**
   * All of them, in `whole`, the visible text so far. Offsets on the wire count UTF-8 bytes of the whole text; where the text there is not
   * the quoted one, the quote is searched for.
   */
  locate({ grounding, recitation }: CandidateCitations, whole: string): LocatedCitation[] {
    const chunks = grounding?.groundingChunks ?? []
    const located: LocatedCitation[] = []
    for (const support of grounding?.groundingSupports ?? []) {
      if (support.segment === undefined) continue
      if (!this.#mayGoThrough(whole, 'groundingMetadata')) break
      let span: Span | undefined = segmentSpan(support.segment, whole)
      if (!isQuoted(span, support.segment, whole)) {
        if (!this.#mayGoThrough(whole, 'groundingMetadata')) break
        span = foundSpan(support.segment, whole)
      }
      if (span === undefined) continue
      for (const index of support.groundingChunkIndices ?? []) {
        const chunk = chunks[index]
        if (chunk !== undefined) located.push(chunkCitation(chunk, support, span, whole.slice(span.start, span.end)))
      }
    }
    for (const source of recitation?.citationSources ?? recitation?.citations ?? []) {
      if (source.uri === undefined) continue
      if (!this.#mayGoThrough(whole, 'citationMetadata')) break
      const start = utf16Offset(whole, source.startIndex ?? 0)
      const end = source.endIndex === undefined ? whole.length : utf16Offset(whole, source.endIndex)
      const native = { dialect: 'generate-content', value: source } as const
      const { uri: url, title } = source
      located.push(defined<LocatedCitation>({ type: 'url', url, title, citedText: whole.slice(start, end), start, end, native }))
    }
    return located
  }

  /** To find the place of one takes as long as the text is. */
  #mayGoThrough({ length }: string, member: string): boolean {
    if (this.#left > 0) {
      this.#left -= length + 1
      return true
    }
    if (!this.#told)
      this.ledger.dropFromReply(`/candidates/${this.index}/${member}`, 'it has more citations than are located in so long a text')
    this.#told = true
    return false
  }
}

/** The citations of one text part: `start` to `end` of the visible text, in UTF-16 units. */
export function citationsWithin(located: readonly LocatedCitation[], start: number, end: number): Citation[] {
  const within = located.filter((citation) => citation.start >= start && citation.end <= end)
  return within.map((citation) => ({ ...citation, start: citation.start - start, end: citation.end - start }))
}

interface Span {
  readonly start: number
  readonly end: number
}

type Segment = NonNullable<GeminiGroundingSupport['segment']>

function segmentSpan(segment: Segment, whole: string): Span {
  const start = utf16Offset(whole, segment.startIndex ?? 0)
  const end = segment.endIndex === undefined ? whole.length : utf16Offset(whole, segment.endIndex)
  return { start, end }
}

/** Whether the text there is the quoted one. */
function isQuoted({ start, end }: Span, { text }: Segment, whole: string): boolean {
  return text === undefined || text === '' || whole.slice(start, end) === text
}

function foundSpan({ text = '' }: Segment, whole: string): Span | undefined {
  const found = findText(whole, text)
  return found < 0 ? undefined : { start: found, end: found + text.length }
}

function chunkCitation(
  chunk: GeminiGroundingChunk,
  support: GeminiGroundingSupport,
  { start, end }: Span,
  citedText: string,
): LocatedCitation {
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
