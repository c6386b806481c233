import { blocksOf, type Block } from './render.js'

/** Blocks that may still change with what comes: a list after a list, a table after its head. */
const unsettled = 2

/** Parses markdown that grows: finished blocks are parsed once, only the last ones again. */
export class GrowingMarkdown {
  private parsed = ''
  private frozenLength = 0
  private readonly frozen: Block[] = []
  private tail: readonly Block[] = []

  /** All blocks of the text so far, which begins with the text of the call before. `settled`: how many will not change any more. */
  read(text: string): { readonly blocks: readonly Block[]; readonly settled: number } {
    if (!text.startsWith(this.parsed)) this.forget()
    if (text !== this.parsed) this.parse(text)
    return { blocks: [...this.frozen, ...this.tail], settled: this.frozen.length }
  }

  private parse(text: string): void {
    this.parsed = text
    const found = blocksOf(text.slice(this.frozenLength))
    const settled = Math.max(0, found.length - unsettled)
    for (const { block, length } of found.slice(0, settled)) {
      this.frozen.push(block)
      this.frozenLength += length
    }
    this.tail = found.slice(settled).map(({ block }) => block)
  }

  private forget(): void {
    this.parsed = ''
    this.frozenLength = 0
    this.frozen.length = 0
    this.tail = []
  }
}
