import type { CohereCitation, CohereCitationSource } from '../../../../generated/cohere-chat/model/index.js'
import type { Citation } from '../../../exchange/part.js'
import { defined, textOf } from '../../../json/object.js'

/** One citation for each source. `text`: the text of the answer so far, to convert offsets of characters to UTF-16. */
export function decodeCitation(wire: CohereCitation, text: string): Citation[] {
  const place = offsets(wire, text)
  const native = { dialect: 'cohere-chat', value: wire } as const
  const sources = wire.sources ?? []
  if (sources.length === 0) return [{ type: 'document', ...place, native }]
  return sources.map((source) => ({ ...decodeSource(source), ...place, native }))
}

function decodeSource(source: CohereCitationSource): Citation {
  const data = (source.type === 'tool' ? source.tool_output : source.document) ?? {}
  const title = textOf(data['title'])
  const url = textOf(data['url'])
  const cited = textOf(data['text']) ?? textOf(data['output']) ?? textOf(data['content']) ?? textOf(data['snippet'])
  const index = source.type === 'document' ? /^doc:(\d+)$/.exec(source.id ?? '')?.[1] : undefined
  return defined({
    type: url === undefined ? 'document' : 'url',
    url,
    title,
    citedText: cited,
    documentIndex: index === undefined ? undefined : Number(index),
  })
}

function offsets({ start, end, text: span }: CohereCitation, text: string): { start?: number; end?: number } {
  if (start === undefined || end === undefined) return {}
  if (span === undefined || text.slice(start, end) === span) return { start, end }
  const characters = Array.from(text)
  const from = characters.slice(0, start).join('').length
  return text.startsWith(span, from) ? { start: from, end: from + span.length } : { start, end }
}
