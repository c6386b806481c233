import type { DialectTest } from '../dialects/contract-test.js'
import { clientDialects } from '../dialects/registry.js'

/** A dialect, with what to send to a server that claims it. */
export interface TestedDialect extends DialectTest {
  readonly name: string
}

export const testedDialects: readonly TestedDialect[] = Object.values(clientDialects).map(({ name, contractTest }) => ({
  name,
  ...contractTest,
}))
