import type { PlatformModel, PlatformPrice } from '../../../generated/platform/model/index.js'
import type { ModelSettings, TargetSettings } from '../../config/configuration.js'
import type { PriceSettings } from '../../config/price-settings.js'
import { defined } from '../../json/object.js'
import { namesOfFile } from '../../provisioning/effective.js'
import type { OperationServices } from '../operation.js'
import { entriesOf, type Entry } from './entries.js'
import { time } from './token-view.js'
import { versionOf } from './versions.js'

export type ModelEntry = Entry<ModelSettings>

export function modelEntries({ platform: { provisioning } }: OperationServices): ModelEntry[] {
  const { file } = provisioning
  const taken = namesOfFile(file).models
  return entriesOf(file.models, file.places.models, provisioning.models, (name) => taken.has(name))
}

/** A model as the admin API shows it. */
export function shownModel({ name, managedBy, place, settings, stored }: ModelEntry, services: OperationServices): PlatformModel {
  const { timeouts, retries } = settings ?? {}
  return {
    name,
    managed_by: managedBy,
    place,
    version: stored === undefined ? null : versionOf(stored),
    aliases: [...(settings?.aliases ?? [])],
    targets: (settings?.targets ?? []).map((target) => shownTarget(target, services)),
    price: priceOrNull(settings?.price),
    ...defined<Pick<PlatformModel, 'timeouts' | 'retries'>>({ timeouts: timeouts && { ...timeouts }, retries: retries && { ...retries } }),
    max_output_tokens: settings?.max_output_tokens ?? null,
    context_window: settings?.context_window ?? null,
    modalities: settings?.modalities === undefined ? null : [...settings.modalities],
    created_at: stored === undefined ? null : time(stored.createdAt),
    problem: stored?.problem ?? null,
  }
}

function shownTarget(
  { provider, model, weight, price }: TargetSettings,
  { routing, relay }: OperationServices,
): PlatformModel['targets'][number] {
  const known = routing.provider(provider)
  return {
    provider,
    model,
    weight: weight ?? null,
    price: priceOrNull(price),
    breaker: known === undefined ? null : relay.breakers.state({ provider: known, model }),
  }
}

/** A price as the contract has it: the same members, which the configuration has checked. */
export function priceOrNull(price: PriceSettings | undefined): PlatformPrice | null {
  return price === undefined ? null : (structuredClone(price) as PlatformPrice)
}
