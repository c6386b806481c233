import type { VNode } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { lazy } from '../../../components/lazy.js'
import type { CodeBlockProperties } from './code-block.js'
import { GrowingMarkdown } from './growing.js'
import type { Block } from './render.js'
import { sanitise } from './sanitise.js'

const CodeBlock = lazy(
  () => import('./code-block.js'),
  ({ code }: CodeBlockProperties) => <pre>{code}</pre>,
)

/** An answer of a model. While it grows only its last blocks are parsed and drawn again; the last one has the caret. */
export default function Markdown({ text, running }: { readonly text: string; readonly running: boolean }) {
  const growing = useMemo(() => new GrowingMarkdown(), [])
  // Preact skips elements that are the same object as before.
  const drawn = useRef<VNode[]>([])
  const { blocks, settled } = growing.read(text)
  if (drawn.current.length > settled) drawn.current = []
  for (let index = drawn.current.length; index < settled; index += 1) {
    const block = blocks[index]
    if (block !== undefined) drawn.current.push(<BlockView key={index} block={block} />)
  }
  return (
    <div class="markdown">
      {drawn.current}
      {blocks.slice(settled).map((block, index) => (
        <BlockView key={settled + index} block={block} last={running && settled + index === blocks.length - 1} />
      ))}
    </div>
  )
}

function BlockView({ block, last }: { readonly block: Block; readonly last?: boolean }) {
  // A class of the whole answer would have the style of all its elements computed anew when it ends.
  const name = last === true ? 'growing' : ''
  if (block.kind === 'code') return <CodeBlock class={name} language={block.language} code={block.code} closed={block.closed} />
  return <HtmlBlock class={name} html={block.html} />
}

function HtmlBlock({ html, class: name }: { readonly html: string; readonly class: string }) {
  const clean = useMemo(() => sanitise(html), [html])
  return <div class={`markdown-block ${name}`} dangerouslySetInnerHTML={{ __html: clean }} />
}
