import type { PlatformModel } from '../../../generated/platform/model/index.js'
import { checkReferences } from '../../config/check-names.js'
import { isAddressable } from '../../contract/router.js'
import type { ModelSettings } from '../../config/configuration.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import { isObject, type JsonObject } from '../../json/object.js'
import { mergePatch } from '../../json/merge-patch.js'
import type { StoredModel } from '../../provisioning/provisioning.js'
import type { OperationHandler, OperationServices, Reply } from '../operation.js'
import { inTurn, recorded } from './changing.js'
import { checked, entryIn, refuseManaged } from './entries.js'
import { modelEntries, shownModel } from './model-view.js'
import { nameTaken } from './named.js'
import { pageOf } from './page.js'
import { requireVersion, versionHeaders, versionOf, type Conditional } from './versions.js'

/** `GET /api/admin/models` */
export const listConfiguredModels: OperationHandler<'listConfiguredModels'> = (_request, services, page) => {
  const { items, next } = pageOf(modelEntries(services), page)
  return { status: 200, body: { data: items.map((entry) => shownModel(entry, services)), next } }
}

/** `GET /api/admin/models/{name}` */
export const getConfiguredModel: OperationHandler<'getConfiguredModel'> = (_request, services, { name }) => reply(name, services)

/** `POST /api/admin/models` */
export const createModel: OperationHandler<'createModel'> = (request, services) => {
  const { platform, relay } = services
  const content = mergePatch({}, withoutNullsIn(entryIn(request)))
  const name = String(content['name'])
  return inTurn(services, async () => {
    const { provisioning } = platform
    refuseManaged('model', name, services)
    if (provisioning.models.has(name)) throw nameTaken('model', name)
    if (!isAddressable(name))
      throw refuse(
        '/name',
        'The name is part of an address: it has no \\, % or ;, no empty and no dot segment, and does not begin with models/.',
      )
    const settings = checkedModel(content, services)
    const id = `mdl_${platform.randomBytes(16).toString('hex')}`
    const model: StoredModel = { id, name, version: 1, createdAt: relay.now(), content, settings }
    const changed = { action: 'create', object: 'model', name, after: settable(content) } as const
    await recorded(request, services, changed, ({ models }) => models.add(provisioning.form.rowOf(model)))
    provisioning.putModel(model)
    return reply(name, services)
  })
}

/** `PATCH /api/admin/models/{name}` */
export const changeModel: OperationHandler<'changeModel'> = (request, services, { name, ...condition }) => {
  const changes = withoutNullsIn(entryIn(request, ['name']))
  const { provisioning } = services.platform
  return inTurn(services, async () => {
    const before = changeable(name, condition, services)
    const content = mergePatch(before.content, changes)
    const settings = checkedModel(content, services)
    const model: StoredModel = { ...before, version: before.version + 1, content, settings, problem: undefined }
    const changed = { action: 'change', object: 'model', name, before: settable(before.content), after: settable(content) } as const
    await recorded(request, services, changed, ({ models }) => models.change(provisioning.form.rowOf(model)))
    provisioning.putModel(model)
    return reply(name, services)
  })
}

/** `DELETE /api/admin/models/{name}` */
export const deleteModel: OperationHandler<'deleteModel'> = (request, services, { name, ...condition }) =>
  inTurn(services, async () => {
    const model = changeable(name, condition, services)
    const changed = { action: 'delete', object: 'model', name, before: settable(model.content) } as const
    await recorded(request, services, changed, ({ models }) => models.remove(model))
    services.platform.provisioning.removeModel(name)
    return { status: 200, body: { name, deleted: true } }
  })

/** Checked as the file is, against the providers and models that there are. */
function checkedModel(content: JsonObject, services: OperationServices): ModelSettings {
  const { provisioning } = services.platform
  const settings = checked(provisioning.form.checkModel(content))
  const problem = checkReferences([settings], provisioning.configuration.providers)
  if (problem !== undefined) checked({ problem: { ...problem, path: problem.path.slice(2) } })
  for (const [index, alias] of settings.aliases.entries()) {
    refuseManaged('model', alias, services)
    if (isTaken(alias, settings.name, services)) throw refuse(`/aliases/${index}`, `There is a model ${JSON.stringify(alias)} already.`)
  }
  if (isTaken(settings.name, settings.name, services)) throw nameTaken('model', settings.name)
  return settings
}

/** Whether another model that was made here has this name. */
function isTaken(name: string, own: string, { platform }: OperationServices): boolean {
  for (const { name: other, settings } of platform.provisioning.models.values())
    if (other !== own && (other === name || settings?.aliases.includes(name) === true)) return true
  return false
}

/** In lists a `null` is a member that is left out. */
function withoutNullsIn(content: JsonObject): JsonObject {
  const { targets } = content
  if (!Array.isArray(targets)) return content
  return { ...content, targets: targets.map((target: unknown) => (isObject(target) ? mergePatch({}, target) : target)) }
}

function settable({ name: _name, ...content }: JsonObject): object {
  return content
}

function reply(name: string, services: OperationServices): Reply<PlatformModel> {
  const entry = modelEntries(services).find((one) => one.name === name)
  if (entry === undefined) throw noModel()
  const body = shownModel(entry, services)
  return { status: 200, ...versionHeaders(body.version), body }
}

/** The model of this name, where it was made here and is of the version that the caller wants to change. */
function changeable(name: string, condition: Conditional, services: OperationServices): StoredModel {
  refuseManaged('model', name, services)
  const model = services.platform.provisioning.models.get(name)
  if (model === undefined) throw noModel()
  requireVersion(condition, versionOf(model), 'model')
  return model
}

function noModel(): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: 'There is no model of this name.' })
}
