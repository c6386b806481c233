import { Lexer, Parser, Renderer, type Token, type Tokens } from 'marked'

/** A finished or growing part of an answer. */
export type Block =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'code'; readonly language: string; readonly code: string; readonly closed: boolean }

class AnswerRenderer extends Renderer {
  /** Raw HTML is text. */
  override html({ raw }: Tokens.HTML | Tokens.Tag): string {
    return escaped(raw)
  }

  /** One level for all: a model skips levels, and the headings of a page must not. */
  override heading({ tokens }: Tokens.Heading): string {
    return `<h3>${this.parser.parseInline(tokens)}</h3>`
  }

  override link({ href, tokens }: Tokens.Link): string {
    const words = this.parser.parseInline(tokens)
    return isLink(href) ? `<a href="${escaped(href)}">${words}</a>` : words
  }

  override image({ href, text }: Tokens.Image): string {
    if (/^data:image\/(?:png|jpeg|gif|webp);base64,/i.test(href)) return `<img src="${escaped(href)}" alt="${escaped(text)}">`
    const host = hostOf(href)
    if (host === undefined) return escaped(text)
    // To load it would tell that host who reads the answer.
    return `<a href="${escaped(href)}">picture from ${escaped(host)}${text === '' ? '' : `: ${escaped(text)}`}</a>`
  }

  override code({ text }: Tokens.Code): string {
    return `<pre><code>${escaped(text)}</code></pre>`
  }

  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? '☑ ' : '☐ '
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    return 'tokens' in token ? this.parser.parseInline(token.tokens) : withEntities(token)
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escaped(text)}</code>`
  }
}

const options = { gfm: true, breaks: true, renderer: new AnswerRenderer() }

/** Top-level blocks of markdown with the number of characters that each takes; empty lines belong to the block before them. */
export function blocksOf(markdown: string): readonly { readonly block: Block; readonly length: number }[] {
  const found: { block: Block; length: number }[] = []
  let skipped = 0
  for (const token of Lexer.lex(markdown, options)) {
    const last = found.at(-1)
    if (token.type !== 'space') {
      found.push({ block: blockOf(token), length: skipped + token.raw.length })
      skipped = 0
    } else if (last === undefined) skipped += token.raw.length
    else last.length += token.raw.length
  }
  return found
}

function blockOf(token: Token): Block {
  if (isCode(token)) return { kind: 'code', language: languageOf(token.lang), code: token.text, closed: isClosed(token) }
  return { kind: 'html', html: Parser.parse([token], options) }
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code'
}

/** An indented block, or a fence with its end. */
function isClosed({ raw, codeBlockStyle }: Tokens.Code): boolean {
  return codeBlockStyle === 'indented' || /\n {0,3}(?:`{3,}|~{3,})[ \t]*\n*$/.test(raw)
}

function languageOf(info: string | undefined): string {
  return /^[\w+#.-]{1,30}/.exec(info ?? '')?.[0] ?? ''
}

/** Entities of the markdown stay what they are. */
function withEntities(token: Tokens.Text | Tokens.Escape): string {
  return token.type === 'escape'
    ? escaped(token.text)
    : escaped(token.raw).replaceAll(/&amp;(?=(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,31});)/gi, '&')
}

function isLink(address: string): boolean {
  return /^(?:https?:|mailto:)/i.test(address)
}

function hostOf(address: string): string | undefined {
  return /^https?:/i.test(address) ? URL.parse(address)?.host : undefined
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
