import { pointer } from '../json/pointer.js'

/** One loss: a value that the target could not express. */
export interface Loss {
  /** JSON pointer into the client's request, or for `side: 'reply'` a pointer-like place in the upstream's reply. */
  readonly at: string
  readonly action: 'dropped' | 'approximated' | 'moved'
  readonly why: string
  readonly side: 'request' | 'reply'
}

/**
 * The loss ledger of one conversion: codecs record what they left out (`dropped`), changed in meaning (`approximated`) or expressed
 * elsewhere without loss (`moved`, which does not make a conversion lossy).
 */
export class LossLedger {
  readonly losses: Loss[] = []

  /** `spelled` returns a pointer in the client's spelling, for dialects that allow several. */
  constructor(private readonly spelled: (at: string) => string = (at) => at) {}

  drop(at: string, why: string): void {
    this.losses.push({ at: this.spelled(at), action: 'dropped', why, side: 'request' })
  }

  approximate(at: string, why: string): void {
    this.losses.push({ at: this.spelled(at), action: 'approximated', why, side: 'request' })
  }

  move(at: string, why: string): void {
    this.losses.push({ at: this.spelled(at), action: 'moved', why, side: 'request' })
  }

  /** Records a part of the upstream's reply that has no place in the client's dialect. */
  dropFromReply(at: string, why: string): void {
    this.losses.push({ at, action: 'dropped', why, side: 'reply' })
  }

  /** The first loss of the request, for strict mode. */
  get firstLoss(): Loss | undefined {
    return this.losses.find((loss) => loss.side === 'request' && loss.action !== 'moved')
  }
}

/**
 * Records every member of `object` that is not in `known` as dropped: the exchange has no place for it.
 * `null` and `undefined` members are ignored.
 */
export function dropUnknown(
  object: object,
  known: ReadonlySet<string>,
  at: string,
  ledger: LossLedger,
  why = 'has no counterpart in another style',
): void {
  for (const [key, value] of Object.entries(object)) {
    if (value !== null && value !== undefined && !known.has(key)) ledger.drop(pointer(at, key), why)
  }
}
