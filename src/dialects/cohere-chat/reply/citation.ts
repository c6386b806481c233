import type { CohereCitation, CohereCitationSource } from '../../../../generated/cohere-chat/model/index.js'
import type { Citation } from '../../../exchange/part.js'

/** One citation a source. `text` is the answer's text so far, for offsets in UTF-16 where Cohere counts characters. */
export function decodeCitation(wire: CohereCitation, text: string): Citation[] {
  const place = offsets(wire, text)
  const native = { dialect: 'cohere-chat', value: wire } as const
  const sources = wire.sources ?? []
  if (sources.length === 0) return [{ type: 'document', ...place, native }]
  return sources.map((source) => ({ ...decodeSource(source), ...place, native }))
}

function decodeSource(source: CohereCitationSource): Citation {
  const data = (source.type === 'tool' ? source.tool_output : source.document) ?? {}
  const title = words(data['title'])
  const url = words(data['url'])
  const cited = words(data['text']) ?? words(data['output']) ?? words(data['content']) ?? words(data['snippet'])
  const index = source.type === 'document' ? /^doc:(\d+)$/.exec(source.id ?? '')?.[1] : undefined
  return {
    type: url === undefined ? 'document' : 'url',
    ...(url === undefined ? {} : { url }),
    ...(title === undefined ? {} : { title }),
    ...(cited === undefined ? {} : { citedText: cited }),
    ...(index === undefined ? {} : { documentIndex: Number(index) }),
  }
}

function words(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function offsets({ start, end, text: span }: CohereCitation, text: string): { start?: number; end?: number } {
  if (start === undefined || end === undefined) return {}
  if (span === undefined || text.slice(start, end) === span) return { start, end }
  const characters = Array.from(text)
  const from = characters.slice(0, start).join('').length
  return text.startsWith(span, from) ? { start: from, end: from + span.length } : { start, end }
}
