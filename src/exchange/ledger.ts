import { pointer } from '../json/pointer.js'

/** One thing that the target could not express. */
export interface Loss {
  /** JSON pointer into the client's request, or for `side: 'reply'` a pointer-like place in the upstream's reply. */
  readonly at: string
  readonly action: 'dropped' | 'approximated' | 'moved'
  readonly why: string
  readonly side: 'request' | 'reply'
}

/**
 * Nothing is lost silently: every codec writes here what it left out (`dropped`), changed in meaning (`approximated`) or put
 * elsewhere without loss (`moved`, which does not make a conversion lossy).
 */
export class LossLedger {
  readonly losses: Loss[] = []

  /** `spelled`: a pointer as the client spelled its members, where its style allows several spellings. */
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

  /** What of the upstream's reply the client's dialect has no place for. */
  dropFromReply(at: string, why: string): void {
    this.losses.push({ at, action: 'dropped', why, side: 'reply' })
  }

  /** The first loss of the request, for strict mode. */
  get firstLoss(): Loss | undefined {
    return this.losses.find((loss) => loss.side === 'request' && loss.action !== 'moved')
  }
}

/**
 * Books every member of `object` that is not in `known` as dropped: what the client sent and the exchange has no word for.
 * `null` and `undefined` members say nothing and are passed over.
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
