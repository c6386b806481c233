import type { Located } from '../exchange/located.js'
import type { Target } from '../exchange/target.js'

/** Where the client wrote the source of a member. */
type Place = { readonly at: string } | undefined

/** A body, or an object in it, that an encoder fills. A member that the target's provider does not know is left out; the ledger gets it where the client wrote it. */
export class RequestBody<Wire extends object> {
  readonly wire: Partial<Wire> = {}

  constructor(private readonly target: Pick<Target, 'traits' | 'ledger'>) {}

  /** Sets a member; `undefined` sets nothing. */
  put<Name extends keyof Wire & string>(name: Name, value: Wire[Name] | undefined, ...places: readonly Place[]): void {
    if (value === undefined) return
    if (this.target.traits.unsupported?.includes(name) !== true) {
      this.wire[name] = value
      return
    }
    for (const place of places) if (place !== undefined) this.target.ledger.drop(place.at, `the provider does not know ${name}`)
  }

  /** A setting whose value is the member's. */
  putSetting<Name extends keyof Wire & string>(name: Name, setting: Located<NonNullable<Wire[Name]>> | undefined): void {
    if (setting !== undefined) this.put(name, setting.value, setting)
  }
}
