import { refuse } from './error.js'
import type { LossLedger } from './ledger.js'
import type { Located } from './located.js'
import type { Settings } from './request.js'

/**
 * The settings of one request while an encoder writes them. An encoder takes the settings that it can express or that it records itself;
 * the others go to the ledger at the end. So a new setting is never lost silently in a dialect that does not know it.
 */
export class TakenSettings<T extends { readonly [Name in keyof T]: Located<unknown> | undefined } = Settings> {
  readonly #taken = new Set<keyof T>()

  constructor(private readonly settings: T) {}

  take<Name extends keyof T>(name: Name): T[Name] {
    this.#taken.add(name)
    return this.settings[name]
  }

  /** To be called once, when the encoder has taken all it can. `why`: the reason for settings without a member in the dialect. */
  bookUntaken(ledger: LossLedger, why: string): void {
    for (const name in this.settings) {
      const setting = this.settings[name]
      if (setting !== undefined && !this.#taken.has(name)) ledger.drop(setting.at, why)
    }
  }
}

/** For dialects whose models give one reply, in text: refuses settings that ask for more, and records those that do not. */
export function takeOneTextReply(settings: TakenSettings, ledger: LossLedger): void {
  const count = settings.take('choiceCount')
  if (count !== undefined) {
    if (count.value > 1) throw refuse(count.at, 'The model behind this name gives one choice at a time.')
    ledger.move(count.at, 'there is one choice')
  }
  const modalities = settings.take('modalities')
  if (modalities !== undefined) {
    const other = modalities.value.find((modality) => modality !== 'text')
    if (other !== undefined) throw refuse(modalities.at, `The model behind this name answers with text, not ${other}.`)
    ledger.move(modalities.at, 'the answer is text')
  }
}

/** Usage is always requested from upstreams; the client's dialect shows it as the client wants. */
export function takeStreamUsage(settings: TakenSettings, ledger: LossLedger): void {
  const usage = settings.take('streamUsage')
  if (usage !== undefined) ledger.move(usage.at, 'not needed: usage is always reported')
}

/** For dialects without log probabilities: not requesting them is no loss. */
export function takeNoLogprobs(settings: TakenSettings, ledger: LossLedger): void {
  const logprobs = settings.take('logprobs')
  if (logprobs === undefined) return
  if (logprobs.value) ledger.drop(logprobs.at, 'the provider gives no probabilities')
  else ledger.move(logprobs.at, 'there are none')
}

/** The setting's value within limits; a value outside becomes the nearest one, recorded as approximated. */
export function clamped({ value, at }: Located<number>, least: number, most: number, ledger: LossLedger): number {
  const nearest = Math.min(most, Math.max(least, value))
  if (nearest !== value) ledger.approximate(at, `the provider takes ${least} to ${most}: ${nearest} was sent`)
  return nearest
}
