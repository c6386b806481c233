import type { Tool } from '../../../exchange/request.js'

/** Names of functions that come in pieces, told by the declared tools from names that are said again with every piece. */
export class ToolNamePieces {
  #names: readonly string[] | undefined

  constructor(private readonly tools: readonly Tool[]) {}

  join(soFar: string, piece: string): string {
    if (soFar === '' || soFar === piece) return piece
    if (this.#declared.includes(soFar + piece)) return soFar + piece
    return this.#declared.includes(piece) ? piece : soFar + piece
  }

  /** Whether no piece of this name is to come. With the first arguments a name is over, but for one that is only the beginning of a declared one. */
  isReady(name: string, withArguments: boolean): boolean {
    if (name === '') return false
    const declared = this.#declared
    const known = declared.includes(name)
    const begins = declared.some((other) => other.length > name.length && other.startsWith(name))
    return begins ? known && withArguments : known || withArguments
  }

  get #declared(): readonly string[] {
    this.#names ??= this.tools.flatMap((tool) => (tool.type === 'provider' ? [] : [tool.name]))
    return this.#names
  }
}
