import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../../components/button.js'
import { CopyButton } from '../../../components/copy-button.js'

/** Most characters that are highlighted. */
const highlightLimit = 20_000

export interface CodeBlockProperties {
  readonly language: string
  readonly code: string
  /** Whether all of it is there. */
  readonly closed: boolean
  readonly class: string
}

export default function CodeBlock({ language, code, closed, class: name }: CodeBlockProperties) {
  const wrapped = useSignal(false)
  const highlighted = useHighlighted(language, code, closed)
  return (
    <figure class={`code-block ${name}`}>
      <figcaption>
        <span>{language === '' ? 'text' : language}</span>
        <Button variant="quiet" aria-pressed={wrapped.value} onClick={() => (wrapped.value = !wrapped.value)}>
          Wrap
        </Button>
        <CopyButton variant="quiet" text={code} what="the code" />
      </figcaption>
      <pre class={wrapped.value ? 'wrapped' : undefined} tabIndex={0}>
        {highlighted === undefined ? <code>{code}</code> : <code dangerouslySetInnerHTML={{ __html: highlighted }} />}
      </pre>
    </figure>
  )
}

/** The code with its words marked, once it is whole and the browser has time. */
function useHighlighted(language: string, code: string, closed: boolean): string | undefined {
  const result = useSignal<{ readonly code: string; readonly html: string } | undefined>(undefined)
  useEffect(() => {
    if (!closed || language === '' || code.length > highlightLimit) return
    let wanted = true
    const cancel = whenIdle(() => {
      void import('./highlight.js').then(({ highlight }) => {
        const html = wanted ? highlight(code, language) : undefined
        if (html !== undefined) result.value = { code, html }
      })
    })
    return () => {
      wanted = false
      cancel()
    }
  }, [language, code, closed])
  return result.value?.code === code ? result.value.html : undefined
}

function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(run, { timeout: 2000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, 200)
  return () => clearTimeout(timer)
}
