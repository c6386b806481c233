import type { ChatDialect } from '../exchange/dialect-name.js'
import type { JsonObject } from '../json/object.js'
import { curl } from './curl.js'
import { node } from './node.js'
import { python } from './python.js'

export const snippetLanguages = ['curl', 'python', 'node'] as const

export type SnippetLanguage = (typeof snippetLanguages)[number]

const writers: Readonly<Record<SnippetLanguage, (style: ChatDialect, body: JsonObject, base: string) => string>> = { curl, python, node }

export { firstRequest } from './first-request.js'

/**
 * A request as code that can be run as it stands; the token is read from the environment variable ANYWIRE_TOKEN.
 * @param body the style's own body, with `model` and `stream` in it also for generate content, where the path has them
 * @param base the gateway's address without a path of a style: `http://127.0.0.1:8787`
 */
export function snippet(style: ChatDialect, language: SnippetLanguage, body: JsonObject, base: string): string {
  return writers[language](style, body, base.replace(/\/+$/, ''))
}
