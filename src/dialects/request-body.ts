import type { Located } from '../exchange/located.js'
import type { Target } from '../exchange/target.js'

/** The JSON pointer of the client's value from which a member is written. */
type Place = { readonly at: string } | undefined

/** A request body, or an object in it, that an encoder fills. Members in the target's `unsupported` are dropped with a ledger entry. */
export class RequestBody<Wire extends object> {
  readonly wire: Partial<Wire> = {}

  constructor(private readonly target: Pick<Target, 'traits' | 'ledger'>) {}

  /** Sets a member, unless the value is `undefined`. `places`: the client's values from which it is written, for the ledger. */
  put<Name extends keyof Wire & string>(name: Name, value: Wire[Name] | undefined, ...places: readonly Place[]): void {
    this.putFrom(name, value, places)
  }

  /** The same with any number of places: as arguments, very many would overflow the stack. */
  putFrom<Name extends keyof Wire & string>(name: Name, value: Wire[Name] | undefined, places: readonly Place[]): void {
    if (value === undefined) return
    if (this.target.traits.unsupported?.includes(name) !== true) {
      this.wire[name] = value
      return
    }
    for (const place of places) if (place !== undefined) this.target.ledger.drop(place.at, `the provider does not support ${name}`)
  }

  /** Sets a member to the value of a setting. */
  putSetting<Name extends keyof Wire & string>(name: Name, setting: Located<NonNullable<Wire[Name]>> | undefined): void {
    if (setting !== undefined) this.put(name, setting.value, setting)
  }
}
