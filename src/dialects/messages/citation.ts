import type { MessagesCitation } from '../../../generated/messages/model/index.js'
import type { Citation } from '../../exchange/part.js'

/** Decodes a citation. The wire object is kept in `native`, since the exchange has no positions in documents. */
export function decodeCitation(wire: MessagesCitation): Citation {
  const native = { dialect: 'messages', value: wire } as const
  switch (wire.type) {
    case 'web_search_result_location':
      return { type: 'url', url: wire.url, ...titled(wire.title), citedText: wire.cited_text, native }
    case 'search_result_location':
      return {
        type: /^https?:\/\//.test(wire.source) ? 'url' : 'document',
        url: wire.source,
        ...titled(wire.title),
        citedText: wire.cited_text,
        native,
      }
    case 'char_location':
    case 'page_location':
    case 'content_block_location':
      return {
        type: 'document',
        ...titled(wire.document_title),
        citedText: wire.cited_text,
        documentIndex: wire.document_index,
        ...(typeof wire.file_id === 'string' ? { fileId: wire.file_id } : {}),
        native,
      }
    default:
      return { type: 'document', native }
  }
}

/** Encodes a citation of a reply; `undefined` where it has neither a URL nor a document of the request. */
export function encodeCitation(citation: Citation): MessagesCitation | undefined {
  // The value is a citation of this dialect: `decodeCitation` made it.
  if (citation.native?.dialect === 'messages') return citation.native.value as MessagesCitation
  const cited = citation.citedText ?? ''
  const title = citation.title ?? null
  if (citation.url !== undefined) {
    return { type: 'web_search_result_location', cited_text: cited, url: citation.url, title, encrypted_index: '' }
  }
  if (citation.documentIndex === undefined) return undefined
  return {
    type: 'char_location',
    cited_text: cited,
    document_index: citation.documentIndex,
    document_title: title,
    start_char_index: 0,
    end_char_index: cited.length,
    file_id: citation.fileId ?? null,
  }
}

function titled(title: string | null | undefined): { readonly title: string } | Record<string, never> {
  return typeof title === 'string' ? { title } : {}
}
