import { firstRequest, snippet, snippetLanguages, type SnippetLanguage } from '../snippets/index.js'
import type { Command } from './command.js'
import { publicAddress } from './platform/gateway-access.js'
import { styleNamed } from './style-option.js'
import { UsageError } from './usage-error.js'

/** The code that the console shows for such a request. */
export const printSnippet: Command = (options) => {
  const [model = '', text = 'Say hello.'] = options.words
  const [style, language] = [styleNamed(options.style), languageNamed(options.lang)]
  const code = snippet(style, language, firstRequest(style, model, text, options.stream === true), publicAddress(options))
  process.stdout.write(options.json ? `${JSON.stringify({ style, language, code })}\n` : code)
  return Promise.resolve(0)
}

function languageNamed(name = 'curl'): SnippetLanguage {
  const found = snippetLanguages.find((language) => language === name)
  if (found === undefined) throw new UsageError(`--lang takes ${snippetLanguages.join(', ')}, not ${JSON.stringify(name)}`)
  return found
}
