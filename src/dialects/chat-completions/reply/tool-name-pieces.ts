import type { Tool } from '../../../exchange/request.js'

/** Joins names of tools. Some providers send a name in pieces, others repeat it in every delta: the declared tools show which it is. */
export class ToolNamePieces {
  #names: readonly string[] | undefined

  constructor(private readonly tools: readonly Tool[]) {}

  join(soFar: string, piece: string): string {
    if (soFar === '' || soFar === piece) return piece
    if (this.#declared.includes(soFar + piece)) return soFar + piece
    return this.#declared.includes(piece) ? piece : soFar + piece
  }

  /** Whether the name is complete: it is declared, or its arguments have begun; and no longer declared name begins with it. */
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
