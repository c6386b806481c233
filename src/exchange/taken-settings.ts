import { refuse } from './error.js'
import type { LossLedger } from './ledger.js'
import type { Located } from './located.js'
import type { Settings } from './request.js'

/**
 * The settings of a request for an encoder, which takes those that it can express or that it records itself. The others go to the ledger
 * at the end, so that a new setting is never lost silently in a dialect that does not have it.
 */
export class TakenSettings<T extends { readonly [Name in keyof T]: Located<unknown> | undefined } = Settings> {
  // A handful of names: a list is cheaper than a set, which is made for every request.
  readonly #taken: (keyof T)[] = []

  constructor(private readonly settings: T) {}

  take<Name extends keyof T>(name: Name): T[Name] {
    const setting = this.settings[name]
    if (setting !== undefined) this.#taken.push(name)
    return setting
  }

  /** Records the settings that were not taken as dropped, with the reason `why`. To be called once, at the end. */
  dropUnsupported(ledger: LossLedger, why: string): void {
    for (const name in this.settings) {
      const setting = this.settings[name]
      if (setting !== undefined && !this.#taken.includes(name)) ledger.drop(setting.at, why)
    }
  }
}

/** For dialects whose models give one choice, in text only: throws a 400 where the settings ask for more. */
export function takeOneTextReply(settings: TakenSettings, ledger: LossLedger): void {
  const count = settings.take('choiceCount')
  if (count !== undefined) {
    if (count.value > 1) throw refuse(count.at, 'The provider of this model gives only one choice.')
    ledger.move(count.at, 'not needed: there is always one choice')
  }
  const modalities = settings.take('modalities')
  if (modalities !== undefined) {
    const other = modalities.value.find((modality) => modality !== 'text')
    if (other !== undefined) throw refuse(modalities.at, `The provider of this model answers with text only, not with ${other}.`)
    ledger.move(modalities.at, 'not needed: the answer is always text')
  }
}

/** Upstreams are always asked for usage; the client's encoder decides whether the client sees it. */
export function takeStreamUsage(settings: TakenSettings, ledger: LossLedger): void {
  const usage = settings.take('streamUsage')
  if (usage !== undefined) ledger.move(usage.at, 'not needed: usage is always reported')
}

/** For dialects without stored replies: the gateway itself keeps a completion that is to be stored, with its metadata. */
export function takeStored(settings: TakenSettings, ledger: LossLedger): void {
  const store = settings.take('store')
  if (store === undefined) return
  recordStored(store, ledger)
  const metadata = store.value ? settings.take('metadata') : undefined
  if (metadata !== undefined) ledger.move(metadata.at, 'kept by the gateway with the completion')
}

/** For upstreams that do not get `store`. */
export function recordStored({ value, at }: Located<boolean>, ledger: LossLedger): void {
  ledger.move(at, value ? 'the gateway stores the completion' : 'not needed: it is the default')
}

/** For dialects without log probabilities. `logprobs: false` is not a loss. */
export function takeNoLogprobs(settings: TakenSettings, ledger: LossLedger): void {
  const logprobs = settings.take('logprobs')
  if (logprobs === undefined) return
  if (logprobs.value) ledger.drop(logprobs.at, 'the provider gives no log probabilities')
  else ledger.move(logprobs.at, 'not needed: the provider gives no log probabilities')
}

/** The setting's value between `least` and `most`; a value outside is replaced by the nearest one and recorded as approximated. */
export function clamped({ value, at }: Located<number>, least: number, most: number, ledger: LossLedger): number {
  const nearest = Math.min(most, Math.max(least, value))
  if (nearest !== value) ledger.approximate(at, `the provider accepts ${least} to ${most}: ${nearest} was sent`)
  return nearest
}
