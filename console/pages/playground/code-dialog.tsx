import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ChatDialect } from '../../../src/exchange/dialect-name.js'
import { snippet, snippetLanguages, type SnippetLanguage } from '../../../src/snippets/index.js'
import { baseAddress } from '../../api/session.js'
import { CopyButton } from '../../components/copy-button.js'
import { Dialog } from '../../components/dialog.js'
import { Segments } from '../../components/segments.js'
import { chatStyleChoices } from '../../format/styles.js'
import { sentTurns } from './conversation.js'
import { settings, turns } from './playground.js'
import { askedOf, SettingProblem } from './requests/options.js'
import { loadStyle, type WireStyle } from './wire/wire-style.js'

const languages: Readonly<Record<SnippetLanguage, string>> = { curl: 'curl', python: 'Python', node: 'Node' }

/** The current conversation and settings as code, in any style and language; the token is an environment variable. */
export default function CodeDialog({ onClose }: { readonly onClose: () => void }) {
  const style = useSignal(settings.value.style)
  const language = useSignal<SnippetLanguage>('curl')
  const wire = useSignal<{ readonly style: ChatDialect; readonly body: WireStyle['body'] } | undefined>(undefined)
  useEffect(() => {
    const wanted = style.value
    void loadStyle(wanted).then(({ body }) => {
      if (style.peek() === wanted) wire.value = { style: wanted, body }
    })
  }, [style.value])
  const code = wire.value === undefined ? '' : codeOf(wire.value.style, wire.value.body, language.value)
  return (
    <Dialog title="View as code" open size="large" onClose={onClose}>
      <div class="row">
        <Segments legend="Style" value={style.value} choices={chatStyleChoices} onChange={(value) => (style.value = value)} />
        <Segments
          legend="Language"
          value={language.value}
          choices={snippetLanguages.map((value) => ({ value, label: languages[value] }))}
          onChange={(value) => (language.value = value)}
        />
        <CopyButton variant="primary" text={code} what="the code" />
      </div>
      <pre class="snippet" tabIndex={0}>
        <code>{code}</code>
      </pre>
      <p class="hint">The token is read from the variable ANYWIRE_TOKEN.</p>
    </Dialog>
  )
}

function codeOf(style: ChatDialect, body: WireStyle['body'], language: SnippetLanguage): string {
  const asked = turns.value.length === 0 ? [{ kind: 'user', id: 0, text: 'Say hello.', pictures: [] } as const] : withoutLastAnswer()
  try {
    return snippet(style, language, body(askedOf(settings.value, asked)), baseAddress.value)
  } catch (error) {
    if (error instanceof SettingProblem) return error.message
    throw error
  }
}

/** The request that led to the last answer. */
function withoutLastAnswer() {
  const all = turns.value
  return sentTurns(all.at(-1)?.kind === 'answer' ? all.slice(0, -1) : all)
}
