import type { DialectTest } from '../dialects/contract-test.js'
import { clientDialects } from '../dialects/registry.js'

/** A style that a server may claim. */
export interface TestedDialect extends DialectTest {
  readonly name: string
}

export const testedDialects: readonly TestedDialect[] = Object.values(clientDialects).map(({ name, contractTest }) => ({
  name,
  ...contractTest,
}))
