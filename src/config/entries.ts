import { isObject, type JsonObject } from '../json/object.js'
import { checkShape, type Problem } from './check.js'
import { checkNames } from './check-names.js'
import { checkPassedOn } from './check-passed-on.js'
import { completeModel, completeProvider } from './complete.js'
import type { ConfiguredProvider, ModelSettings } from './configuration.js'
import type { ConnectionContext } from './connection.js'
import { trimCredentials } from './pasted.js'
import { reachProvider } from './reach.js'

/** The path of a problem begins within the entry. */
export type EntryResult<Settings> = { readonly settings: Settings; readonly warning?: string } | { readonly problem: Problem }

const untouched: ReadonlySet<string> = new Set()

/** Checks a provider that does not come from the file, as those of the file are checked. */
export function readProviderEntry(entry: JsonObject, context: ConnectionContext): EntryResult<ConfiguredProvider> {
  const content = structuredClone(entry)
  const pasted = references(content) ?? trimCredentials(content)
  if (pasted !== undefined) return { problem: pasted }
  const shape = checkShape({ providers: [content] }, untouched)
  if ('problem' in shape) return { problem: within(shape.problem) }
  const [provider] = shape.file.providers ?? []
  if (provider === undefined) return { problem: { path: [], expected: 'expected a provider' } }
  // Its process is started with the gateway.
  if (provider.kind === 'local') return { problem: { path: ['kind'], expected: 'local is for the configuration file only' } }
  const passedOn = checkPassedOn([provider])
  if (passedOn !== undefined) return { problem: within(passedOn) }
  const result = reachProvider(provider, [], context)
  if ('problem' in result) return result
  const settings = completeProvider(result.reached.provider, result.reached.connection)
  return result.warning === undefined ? { settings } : { settings, warning: result.warning }
}

/** The same for a model. Whether its targets' providers are there is for whoever knows them. */
export function readModelEntry(entry: JsonObject): EntryResult<ModelSettings> {
  const shape = checkShape({ models: [structuredClone(entry)] }, untouched)
  const problem = 'problem' in shape ? shape.problem : checkNames(shape.file)
  if (problem !== undefined) return { problem: within(problem) }
  const [model] = 'file' in shape ? shape.file.models : []
  return model === undefined ? { problem: { path: [], expected: 'expected a model' } } : { settings: completeModel(model) }
}

/** Without the list and the place in it. */
function within(problem: Problem): Problem {
  return { ...problem, path: problem.path.slice(2) }
}

/** Nothing is put in here: a reference would be sent to the provider as it stands. */
function references(content: unknown, path: Problem['path'] = []): Problem | undefined {
  if (typeof content === 'string')
    return /^\$\{[^}]*\}$/.test(content)
      ? { path, expected: 'expected the value itself: references are read in the configuration file only' }
      : undefined
  if (!isObject(content)) return undefined
  for (const [name, value] of Object.entries(content)) {
    const problem = references(value, [...path, name])
    if (problem !== undefined) return problem
  }
  return undefined
}
