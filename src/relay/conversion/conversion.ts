import type { SchemaProblem } from '../../contract/schema/problem.js'
import type { WireObject } from '../../dialects/dialect.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import type { Loss } from '../../exchange/ledger.js'

/** A conversion that is asked for. Styles and kinds are not checked yet. */
export interface Conversion {
  readonly what: 'request' | 'reply' | 'stream'
  readonly from: string
  readonly to: string
  readonly model?: string
  readonly stream?: boolean
  readonly body?: WireObject
  readonly text?: string
  readonly request?: WireObject
}

export interface Converted {
  /** The style that it has now. */
  readonly to: UpstreamDialect
  /** As `x-anywire-conversion` says it. */
  readonly conversion: string
  /** Of a request, below the provider's address. */
  readonly address?: { readonly method: string; readonly path: string } | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: WireObject
  readonly stream?: string
  readonly losses: readonly Loss[]
}

export interface ConversionServices {
  /** What the contract says of this operation's body. */
  readonly problemIn: (operationId: string, wire: WireObject) => SchemaProblem | undefined
  readonly newId: (prefix: string) => string
  /** Milliseconds since the epoch. */
  readonly now: number
}
