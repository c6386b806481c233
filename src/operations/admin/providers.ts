import type { PlatformProvider } from '../../../generated/platform/model/index.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { JsonObject } from '../../json/object.js'
import { mergePatch } from '../../json/merge-patch.js'
import type { StoredProvider } from '../../provisioning/provisioning.js'
import type { OperationHandler, OperationServices, Reply } from '../operation.js'
import { inTurn, recorded } from './changing.js'
import { checked, entryIn, refuseManaged } from './entries.js'
import { nameTaken, requireAddressable } from './named.js'
import { pageOf } from './page.js'
import { probe } from './provider-probe.js'
import { providerEntries, shownProvider, type ProviderEntry } from './provider-view.js'
import { requireVersion, versionHeaders, versionOf, type Conditional } from './versions.js'

/** `GET /api/admin/providers` */
export const listProviders: OperationHandler<'listProviders'> = (_request, services, page) => {
  const { items, next } = pageOf(providerEntries(services), page)
  return { status: 200, body: { data: items.map((entry) => shownProvider(entry, services)), next } }
}

/** `GET /api/admin/providers/{name}` */
export const getProvider: OperationHandler<'getProvider'> = (_request, services, { name }) => reply(name, services)

/** `POST /api/admin/providers` */
export const createProvider: OperationHandler<'createProvider'> = (request, services) => {
  const { platform, relay } = services
  const content = mergePatch({}, entryIn(request))
  const name = String(content['name'])
  requireAddressable(name)
  return inTurn(services, async () => {
    const { provisioning } = platform
    refuseManaged('provider', name, services)
    if (provisioning.providers.has(name)) throw nameTaken('provider', name)
    const settings = checked(provisioning.form.checkProvider(content))
    const id = `prv_${platform.randomBytes(16).toString('hex')}`
    const provider: StoredProvider = { id, name, version: 1, createdAt: relay.now(), content, settings }
    const changed = { action: 'create', object: 'provider', name, after: settable(content) } as const
    await recorded(request, services, changed, ({ providers }) => providers.add(provisioning.form.rowOf(provider)))
    provisioning.putProvider(provider)
    return reply(name, services)
  })
}

/** `PATCH /api/admin/providers/{name}` */
export const changeProvider: OperationHandler<'changeProvider'> = (request, services, { name, ...condition }) => {
  const changes = entryIn(request, ['name', 'kind'])
  const { provisioning } = services.platform
  return inTurn(services, async () => {
    const before = changeable(name, condition, services)
    const content = mergePatch(before.content, changes)
    const settings = checked(provisioning.form.checkProvider(content))
    const provider: StoredProvider = { ...before, version: before.version + 1, content, settings, problem: undefined }
    const changed = { action: 'change', object: 'provider', name, before: settable(before.content), after: settable(content) } as const
    await recorded(request, services, changed, ({ providers }) => providers.change(provisioning.form.rowOf(provider)))
    provisioning.putProvider(provider)
    return reply(name, services)
  })
}

/** `DELETE /api/admin/providers/{name}` */
export const deleteProvider: OperationHandler<'deleteProvider'> = (request, services, { name, ...condition }) =>
  inTurn(services, async () => {
    const { provisioning } = services.platform
    const provider = changeable(name, condition, services)
    const models = [...provisioning.models.values()].filter(({ settings }) => settings?.targets.some((target) => target.provider === name))
    if (models.length > 0)
      throw new GatewayFailure({
        kind: 'conflict',
        message: `These models lead to the provider ${JSON.stringify(name)}: ${models.map((model) => model.name).join(', ')}. Change or delete them first.`,
      })
    const changed = { action: 'delete', object: 'provider', name, before: settable(provider.content) } as const
    await recorded(request, services, changed, ({ providers }) => providers.remove(provider))
    provisioning.removeProvider(name)
    return { status: 200, body: { name, deleted: true } }
  })

/** `POST /api/admin/providers/{name}/test` */
export const testProvider: OperationHandler<'testProvider'> = async (_request, services, { name, model }) => {
  const { stored } = entryNamed(name, services)
  const provider = services.routing.provider(name)
  if (provider === undefined)
    throw new GatewayFailure({ kind: 'conflict', message: `The provider cannot be used: ${stored?.problem ?? 'unknown'}.` })
  return { status: 200, body: await probe(provider, model, services) }
}

function reply(name: string, services: OperationServices): Reply<PlatformProvider> {
  const body = shownProvider(entryNamed(name, services), services)
  return { status: 200, ...versionHeaders(body.version), body }
}

function settable({ name: _name, ...content }: JsonObject): object {
  return content
}

/** The provider of this name, where it was made here and is of the version that the caller wants to change. */
function changeable(name: string, condition: Conditional, services: OperationServices): StoredProvider {
  refuseManaged('provider', name, services)
  const provider = services.platform.provisioning.providers.get(name)
  if (provider === undefined) throw noProvider()
  requireVersion(condition, versionOf(provider), 'provider')
  return provider
}

function entryNamed(name: string, services: OperationServices): ProviderEntry {
  const entry = providerEntries(services).find((one) => one.name === name)
  if (entry === undefined) throw noProvider()
  return entry
}

function noProvider(): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: 'There is no provider of this name.' })
}
