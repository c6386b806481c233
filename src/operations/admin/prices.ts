import type { PlatformEffectivePrice } from '../../../generated/platform/model/index.js'
import { shippedSettings } from '../../accounting/catalogue/catalogue.js'
import type { PriceSettings } from '../../config/price-settings.js'
import { isPattern } from '../../routing/name-pattern.js'
import { listsOf } from '../../routing/shipped-prices.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import type { ManagedBy } from './entries.js'
import { modelEntries, priceOrNull, type ModelEntry } from './model-view.js'
import { pageOf } from './page.js'

/** `GET /api/admin/prices` */
export const listPrices: OperationHandler<'listPrices'> = (_request, services, page) => {
  const { items, next } = pageOf(modelEntries(services), page)
  return { status: 200, body: { data: items.flatMap((entry) => pricesOf(entry, services)), next } }
}

function pricesOf({ name, managedBy, settings }: ModelEntry, services: OperationServices): PlatformEffectivePrice[] {
  return (settings?.targets ?? []).map(({ provider, model, price: own }) => {
    const price = own ?? settings?.price
    const { source, settings: found } =
      price === undefined ? shipped(provider, model, services) : { source: sourceOf(managedBy), settings: price }
    return { model: name, provider, upstream_model: model, source, price: priceOrNull(found) }
  })
}

/** What was found without a file has no price of its own. */
function sourceOf(managedBy: ManagedBy): 'file' | 'api' {
  return managedBy === 'api' ? 'api' : 'file'
}

interface Found {
  readonly source: PlatformEffectivePrice['source']
  readonly settings?: PriceSettings
}

const unknown: Found = { source: 'none' }

function shipped(name: string, model: string, { routing, platform }: OperationServices): Found {
  const provider = routing.provider(name)
  if (provider === undefined) return unknown
  if (provider.kind.priceLists === 'free') return { source: 'provider', settings: {} }
  if (isPattern(model) || !platform.provisioning.file.accounting.catalogue) return unknown
  const settings = shippedSettings(listsOf(provider), model)
  return settings === undefined ? unknown : { source: 'catalogue', settings }
}
