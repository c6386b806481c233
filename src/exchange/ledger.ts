import { pointer } from '../json/pointer.js'

/** A value that the target's dialect, or the client's for a reply, could not express exactly. */
export interface Loss {
  /** JSON pointer into the client's request; with `side: 'reply'` the member of the upstream's reply. */
  readonly at: string
  readonly action: 'dropped' | 'approximated' | 'moved'
  readonly why: string
  readonly side: 'request' | 'reply'
}

/**
 * The loss ledger of one conversion: codecs record which values they dropped, which they approximated, and which they moved to another
 * member or left out without loss (`moved`, which does not make a conversion lossy). `why` is shown to users.
 */
export class LossLedger {
  readonly losses: Loss[] = []

  /** `spelled` changes a pointer to the client's spelling of the members, for dialects that allow several spellings. */
  constructor(private readonly spelled: (at: string) => string = unchanged) {}

  drop(at: string, why: string): void {
    this.losses.push({ at: this.spelled(at), action: 'dropped', why, side: 'request' })
  }

  approximate(at: string, why: string): void {
    this.losses.push({ at: this.spelled(at), action: 'approximated', why, side: 'request' })
  }

  move(at: string, why: string): void {
    this.losses.push({ at: this.spelled(at), action: 'moved', why, side: 'request' })
  }

  /** Records a part of the upstream's reply that the client's dialect cannot express. */
  dropFromReply(at: string, why: string): void {
    this.losses.push({ at, action: 'dropped', why, side: 'reply' })
  }

  /** The first loss of the request, for strict mode. */
  get firstLoss(): Loss | undefined {
    return this.losses.find((loss) => loss.side === 'request' && loss.action !== 'moved')
  }
}

/**
 * Records every member of `object` that is not in `known` as dropped. Members that are `null` or `undefined` are ignored.
 * `at`: the JSON pointer of `object`.
 */
export function dropUnknown(
  object: object,
  known: ReadonlySet<string>,
  at: string,
  ledger: LossLedger,
  why = 'has no counterpart in another style',
): void {
  for (const key in object) {
    if (known.has(key)) continue
    const value: unknown = Reflect.get(object, key)
    if (value !== null && value !== undefined) ledger.drop(pointer(at, key), why)
  }
}

const unchanged = (at: string): string => at
