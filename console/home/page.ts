import { listedAddresses } from '../../src/exchange/client-family.js'
import { chatDialects, dialectTitles, type ChatDialect } from '../../src/exchange/dialect-name.js'
import { firstRequest, snippet, snippetLanguages, type SnippetLanguage } from '../../src/snippets/index.js'
import { chatStyleChoices } from '../format/styles.js'
import { codingAgents } from './clients.js'
import { placeholderBase, placeholderModel } from './placeholders.js'

/** The parts of the home page that the build writes from data; `home.html` has a comment `<!-- name -->` for each. */
export const homeParts: Readonly<Record<string, () => string>> = {
  families: () => listedAddresses.map(familyRow).join('\n'),
  styles: () => chatStyleChoices.map(({ value, label }, index) => choice('style', value, label, index === 0)).join('\n'),
  languages: () =>
    snippetLanguages.map((language, index) => choice('language', language, languageTitles[language], index === 0)).join('\n'),
  requests: () => chatDialects.flatMap((style) => snippetLanguages.map((language) => requestBlock(style, language))).join('\n'),
  agents: () => codingAgents.map(({ name, place, lines }) => agentCard(name, place, lines(placeholderBase, placeholderModel))).join('\n'),
}

const languageTitles: Readonly<Record<SnippetLanguage, string>> = { curl: 'curl', python: 'Python', node: 'Node' }

const text = 'Say hello in five languages.'

function familyRow({ name, clients, path }: (typeof listedAddresses)[number]): string {
  return `<tr><th scope="row">${escaped(name)}<small>${escaped(clients)}</small></th>
<td><code data-text>${placeholderBase}${path}</code></td><td>${copyButton(`the address for ${name}`)}</td></tr>`
}

function choice(name: string, value: string, title: string, checked: boolean): string {
  return `<label><input type="radio" name="${name}" value="${value}"${checked ? ' checked' : ''} /><span>${escaped(title)}</span></label>`
}

function requestBlock(style: ChatDialect, language: SnippetLanguage): string {
  const code = snippet(style, language, firstRequest(style, placeholderModel, text, true), placeholderBase)
  const hidden = style === 'chat-completions' && language === 'curl' ? '' : ' hidden'
  return `<div class="code" data-request="${style} ${language}"${hidden}><pre tabindex="0"><code data-text>${escaped(code.trimEnd())}</code></pre>
${copyButton(`the request in the style ${dialectTitles[style]} for ${languageTitles[language]}`)}</div>`
}

function agentCard(name: string, place: string, lines: string): string {
  return `<article class="code"><h3>${escaped(name)} <small>${escaped(place)}</small></h3>
<pre tabindex="0"><code data-text>${escaped(lines)}</code></pre>
${copyButton(`the lines for ${name}`)}</article>`
}

function copyButton(what: string): string {
  return `<button type="button" class="button" data-copy aria-label="Copy: ${escaped(what)}"><span>Copy</span></button>`
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
