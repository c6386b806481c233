import type { ResponsesAnnotation } from '../../../generated/responses/model/index.js'
import type { Citation } from '../../exchange/part.js'
import { defined, numberOf, textOrEmpty, type JsonObject } from '../../json/object.js'

export function decodeAnnotation(wire: JsonObject): Citation {
  const native = { dialect: 'responses', value: wire } as const
  const start = numberOf(wire['start_index'])
  const end = numberOf(wire['end_index'])
  const range = defined<Pick<Citation, 'start' | 'end'>>({ start, end })
  if (wire['type'] === 'url_citation') {
    const title = textOrEmpty(wire['title'])
    return defined({ type: 'url', url: textOrEmpty(wire['url']), title: title === '' ? undefined : title, ...range, native })
  }
  const filename = textOrEmpty(wire['filename'])
  const fileId = textOrEmpty(wire['file_id'])
  return defined<Citation>({
    type: 'document',
    title: filename === '' ? undefined : filename,
    fileId: fileId === '' ? undefined : fileId,
    ...range,
    native,
  })
}

/**
 * Encodes a citation; `undefined` for a document without a file id, for which the dialect has no annotation. `length`: the length of the
 * text so far, in UTF-16 units.
 */
export function encodeAnnotation(citation: Citation, length: number): ResponsesAnnotation | undefined {
  // The value is an annotation of this dialect: `decodeAnnotation` has read it.
  if (citation.native?.dialect === 'responses') return citation.native.value as ResponsesAnnotation
  if (citation.url !== undefined) {
    return {
      type: 'url_citation',
      url: citation.url,
      title: citation.title ?? '',
      start_index: citation.start ?? 0,
      end_index: citation.end ?? length,
    }
  }
  if (citation.fileId === undefined) return undefined
  return { type: 'file_citation', file_id: citation.fileId, filename: citation.title ?? '', index: citation.end ?? length }
}
