import type { ChatUrlCitationAnnotation } from '../../../../generated/chat-completions/model/index.js'
import type { Citation } from '../../../exchange/part.js'
import { defined, isObject, listOf, numberOf, objectOf, textOf } from '../../../json/object.js'

/** Decodes `annotations` of a message or delta. */
export function decodeAnnotations(wire: unknown): Citation[] {
  if (wire === undefined) return []
  return listOf(wire).flatMap((annotation) => {
    const cited = objectOf(objectOf(annotation)?.url_citation)
    if (cited === undefined) return []
    return [
      defined<Citation>({
        type: 'url',
        url: textOf(cited.url),
        title: textOf(cited.title),
        citedText: textOf(cited.content),
        start: numberOf(cited.start_index),
        end: numberOf(cited.end_index),
        native: { dialect: 'chat-completions', value: annotation },
      }),
    ]
  })
}

/** Decodes Perplexity's sources, which are beside the choices: `search_results` with titles, or `citations` with URLs only. */
export function decodeSources(wire: { readonly citations?: unknown; readonly search_results?: unknown }): Citation[] {
  if (wire.search_results === undefined && wire.citations === undefined) return []
  const results = listOf(wire.search_results).flatMap((result) => {
    const url = isObject(result) ? textOf(result.url) : undefined
    return url === undefined || !isObject(result) ? [] : [defined<Citation>({ type: 'url', url, title: textOf(result.title) })]
  })
  if (results.length > 0) return results
  return listOf(wire.citations).flatMap((url) => (typeof url === 'string' ? [{ type: 'url' as const, url }] : []))
}

/**
 * Encodes a citation; `undefined` without a URL. `offset`: the length of the text before the part with the citation; `length`: the length of
 * the part. Both in UTF-16 units.
 */
export function encodeCitation(citation: Citation, offset: number, length: number): ChatUrlCitationAnnotation | undefined {
  if (citation.url === undefined) return undefined
  return {
    type: 'url_citation',
    url_citation: {
      url: citation.url,
      title: citation.title ?? '',
      start_index: offset + (citation.start ?? 0),
      end_index: offset + (citation.end ?? length),
    },
  }
}
