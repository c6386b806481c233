import type { StyleTest } from '../dialects/contract-test.js'
import { clientDialects } from '../dialects/registry.js'

/** A style that a server may claim. */
export interface TestedStyle extends StyleTest {
  readonly name: string
}

export const testedStyles: readonly TestedStyle[] = Object.values(clientDialects).map(({ name, contractTest }) => ({
  name,
  ...contractTest,
}))
