import type { WireObject } from '../dialects/dialect.js'
import { mostReferences, type ObjectIds, type ObjectReference } from '../dialects/object-ids.js'
import { append } from '../exchange/append.js'
import { GatewayFailure } from '../exchange/error.js'
import { mayReferInTurns } from '../relay/large-references.js'
import type { RoutedTarget } from '../routing/target.js'
import type { IssuedId, IssuedIdRepository, IssuedTo } from '../store/issued-id-repository.js'

export interface IssuedIdsOptions {
  /** Absent: only ids in memory are known (`database: memory`). */
  readonly repository?: Pick<IssuedIdRepository, 'save' | 'ownersOf' | 'purge'>
  readonly now: () => number
  readonly lifeMs: number
  /** What happens to ids that the gateway has never seen. */
  readonly unknown: 'pass' | 'refuse'
  readonly onTrouble: (message: string, detail: unknown) => void
}

/** Where a request goes, as far as it decides whose objects it may name. */
export type IdTarget = { readonly provider: Pick<RoutedTarget['provider'], 'origin'> }

/** Most ids in memory, some 200 bytes each. The least recently used are forgotten first. */
const mostKnown = 100_000
/** Of one provider. Some servers number their ids from one: an id may have several owners. */
const mostOwners = 16
const flushMs = 100
const purgeMs = 3_600_000

/**
 * The owners of objects that providers made for requests through this gateway. All owners share the account at the provider,
 * so only the gateway can separate them.
 */
export class IssuedIds {
  readonly #owners = new Map<string, readonly IssuedTo[]>()
  #waiting: IssuedId[] = []
  #timer: NodeJS.Timeout | undefined
  #purgedAt = 0

  constructor(private readonly options: IssuedIdsOptions) {}

  get refusesUnknown(): boolean {
    return this.options.unknown === 'refuse'
  }

  /** Records objects that the provider at this origin made for this owner. */
  note(owner: string, origin: string, ids: readonly string[]): void {
    for (const id of ids) {
      const owners = this.#owners.get(id) ?? []
      if (owners.some((known) => known.owner === owner && known.origin === origin)) continue
      // The newest of each provider stay: one that gives an id to very many makes nobody's id at another one unknown.
      const ofOrigin = owners.filter((known) => known.origin === origin)
      const kept = ofOrigin.length < mostOwners ? owners : owners.filter((known) => known !== ofOrigin[0])
      this.#remember(id, [...kept, { owner, origin }])
      if (this.options.repository === undefined || this.#waiting.length >= mostKnown) continue
      this.#waiting.push({ id, owner, origin, expiresAt: this.options.now() + this.options.lifeMs })
      this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
    }
  }

  /**
   * Throws the dialect's error for an unknown object where the request names another owner's; nothing to wait for where it names none.
   * `bytes`: the request's own, where there are some.
   */
  check(owner: string, targets: readonly IdTarget[], objects: ObjectIds, wire: WireObject, bytes?: Buffer): Promise<void> | undefined {
    if (!objects.issued && !this.refusesUnknown) return undefined
    if (bytes !== undefined && bytes.length > largeBytes) return this.#checkLarge(owner, targets, objects, wire, bytes)
    const references = objects.referencesIn(wire)
    return references.length === 0 ? undefined : this.#check(owner, targets, objects, references)
  }

  /** Writes the waiting ids. Never throws: failed writes are repeated. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    try {
      await this.options.repository?.save(waiting)
      await this.#purge()
    } catch (error) {
      append(waiting, this.#waiting)
      this.#waiting = waiting.slice(-mostKnown)
      this.#timer ??= setTimeout(() => void this.flush(), 10 * flushMs).unref()
      this.options.onTrouble('ids of providers wait for the database', error)
    }
  }

  async #checkLarge(owner: string, targets: readonly IdTarget[], objects: ObjectIds, wire: WireObject, bytes: Buffer): Promise<void> {
    if (!(await mayReferInTurns(bytes, objects))) return
    const references = objects.referencesIn(wire)
    if (references.length > 0) await this.#check(owner, targets, objects, references)
  }

  async #check(owner: string, targets: readonly IdTarget[], { unknown }: ObjectIds, references: readonly ObjectReference[]): Promise<void> {
    const surplus = references[mostReferences]
    if (surplus !== undefined)
      throw new GatewayFailure({
        kind: 'invalid_request',
        message: `The request names more than ${mostReferences} stored objects.`,
        param: surplus.param,
      })
    const origins = [...new Set(targets.map(({ provider }) => provider.origin))]
    const owners = await this.#ownersOf([...new Set(references.map(({ id }) => id))])
    for (const { id, param, noun, ofSession, unknown: own } of references) {
      const known = owners.get(id)
      if (known === undefined ? !this.refusesUnknown || ofSession === true : isOwn(known, owner, origins)) continue
      throw new GatewayFailure({ ...(own ?? unknown), message: `${noun} with id '${id.slice(0, 200)}' not found.`, param })
    }
  }

  async #ownersOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly IssuedTo[]>> {
    const { repository, now } = this.options
    if (repository === undefined) return this.#owners
    // Before this start, and in other processes, the same id may have been recorded for other owners.
    const stored = await repository.ownersOf(ids, now())
    for (const id of ids) {
      const owners = this.#owners.get(id)
      if (owners !== undefined) stored.set(id, [...(stored.get(id) ?? []), ...owners])
    }
    return stored
  }

  async #purge(): Promise<void> {
    const now = this.options.now()
    if (now - this.#purgedAt < purgeMs) return
    this.#purgedAt = now
    await this.options.repository?.purge(now)
  }

  #remember(id: string, owners: readonly IssuedTo[]): void {
    this.#owners.delete(id)
    this.#owners.set(id, owners)
    if (this.#owners.size <= mostKnown) return
    const [oldest] = this.#owners.keys()
    if (oldest !== undefined) this.#owners.delete(oldest)
  }
}

/**
 * Whether an owner may name an id at these origins. Another origin's word does not count where one of these has given the id to others: a
 * provider could write any id into its replies. Where none of these knows it, it must be the owner's elsewhere: one account may have two
 * addresses.
 */
function isOwn(known: readonly IssuedTo[], owner: string, origins: readonly string[]): boolean {
  const own = known.filter((each) => each.owner === owner)
  if (own.length === 0) return false
  const isAt = (origin: string) => (each: IssuedTo) => each.origin === origin || each.origin === ''
  return origins.every((origin) => own.some(isAt(origin)) || !known.some(isAt(origin)))
}

/** Larger bodies may have very many values: looking at their bytes is faster. In smaller ones it is slower, most of all with long texts. */
const largeBytes = 1024 * 1024
