import type { Located } from '../exchange/located.js'
import type { Target } from '../exchange/target.js'

/** The place of what became a member, where the client wrote it. */
type Place = { readonly at: string } | undefined

/** A body, or an object in it, as an encoder fills it. A member that the target's provider does not know is left out, and booked where the client asked for it. */
export class RequestBody<Wire extends object> {
  readonly wire: Partial<Wire> = {}

  constructor(private readonly target: Pick<Target, 'traits' | 'ledger'>) {}

  /** Nothing is put for `undefined`. */
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
