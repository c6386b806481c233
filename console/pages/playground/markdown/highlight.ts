import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { sanitiseHighlighted } from './sanitise.js'

for (const [name, language] of Object.entries({ bash, javascript, json, python, typescript, xml })) core.registerLanguage(name, language)

/** HTML with classes; `undefined` for a language that is not among these. Loaded only when there is code to highlight. */
export function highlight(code: string, language: string): string | undefined {
  const name = language.toLowerCase()
  return core.getLanguage(name) === undefined
    ? undefined
    : sanitiseHighlighted(core.highlight(code, { language: name, ignoreIllegals: true }).value)
}
