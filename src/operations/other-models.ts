import type { Caller } from '../access/caller.js'
import { allowsModel } from '../access/policy.js'
import { hasBudget } from '../accounting/payer.js'
import { choosingMembers } from '../dialects/deciding-members.js'
import { GatewayFailure } from '../exchange/error.js'
import { listOf, objectOf } from '../json/object.js'
import { pointer } from '../json/pointer.js'
import { usableTargets } from '../routing/resolve-model.js'
import type { Routing } from '../routing/routing.js'

type Wire = Readonly<Record<string, unknown>>

/**
 * Throws a 400 where a request names further models that the caller may not use: a router behind the gateway would send it to them. A name
 * in such a list must mean the same model to both. A caller without limits may name models that only the router behind the gateway knows.
 * Models named by tools are checked too.
 */
export function checkOtherModels(wire: Wire, routing: Pick<Routing, 'resolve'>, caller: Caller): void {
  if (!hasAny(wire)) return
  for (const name of choosingMembers.refused) if (given(wire[name])) throw refused(`/${name}`, `${name} is decided by the gateway.`)
  for (const name of choosingMembers.lists) checkNames(wire[name], `/${name}`, routing, caller)
  const { route } = wire
  if (given(route) && route !== 'fallback') throw refused('/route', 'route can only be fallback: the gateway decides where requests go.')
  for (const [index, plugin] of listOf(wire['plugins']).entries())
    for (const name of ['model', 'models', 'allowed_models'])
      checkNames(objectOf(plugin)?.[name], `/plugins/${index}/${name}`, routing, caller)
  if (caller.policy.models === undefined) return
  for (const [index, tool] of listOf(wire['tools']).entries()) {
    const model = objectOf(tool)?.['model']
    if (typeof model === 'string' && !allowsModel(caller.policy, model)) throw refused(`/tools/${index}/model`, unknown(model))
  }
}

/** Most requests have none: looking at the members that are there is faster than for each of the others. */
function hasAny(wire: Wire): boolean {
  for (const name in wire) if (checked.has(name)) return true
  return false
}

const checked: ReadonlySet<string> = new Set([...choosingMembers.refused, ...choosingMembers.lists, 'route', 'plugins', 'tools'])

function checkNames(value: unknown, at: string, routing: Pick<Routing, 'resolve'>, caller: Caller): void {
  if (!given(value)) return
  if (!Array.isArray(value)) return checkName(value, at, routing, caller)
  for (const [index, name] of value.entries()) checkName(name, pointer(at, index), routing, caller)
}

function checkName(name: unknown, at: string, routing: Pick<Routing, 'resolve'>, caller: Caller): void {
  if (typeof name !== 'string') throw refused(at, 'expected the name of a model')
  const { models } = caller.policy
  const targets = usableTargets(routing, caller, name)
  if (targets === undefined && models === undefined && !hasBudget(caller)) return
  if (targets?.some(({ model }) => model === name) !== true) throw refused(at, unknown(name))
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null
}

function unknown(name: string): string {
  return `The model ${JSON.stringify(name.slice(0, 200))} does not exist or this token may not use it.`
}

function refused(param: string, message: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message, param })
}
