import { isObject } from '../json/object.js'
import { readChecked, type LoadOptions } from './load.js'
import type { KeyPath } from './document.js'
import { isSecret, keyPath, valueAt } from './problem.js'

/** One value of the configuration that counts. */
export interface ExplainedValue {
  /** `providers[1].base_url` */
  readonly key: string
  /** Secrets are masked. */
  readonly value: unknown
  /** `anywire.yaml:14:15`, with the variables in it; `environment ANYWIRE_PORT`; `default` */
  readonly from: string
}

export interface ExplainedConfiguration {
  readonly file: string | undefined
  readonly values: readonly ExplainedValue[]
  /** Whether a secret stands in the file itself, and not in a variable. */
  readonly hasSecrets: boolean
}

const mask = '********'

/** Every value of the configuration, and where it is from. Throws as `loadConfiguration` does. */
export function explainConfiguration(options: LoadOptions): ExplainedConfiguration {
  const { path: file, environment, document, overrides, file: content } = readChecked(options)
  const originOf = (path: KeyPath): string => {
    const overriding = overrides.find((one) => one.path.length === path.length && one.path.every((step, index) => step === path[index]))
    if (overriding !== undefined) return `environment ${overriding.variable}`
    const written = valueAt(document.content, path)
    if (written === undefined) return 'default'
    const variables = typeof written === 'string' ? variablesIn(written) : []
    return [document.place(path), ...variables.map((name) => (environment[name] === undefined ? `default of ${name}` : name))].join(', ')
  }
  const leaves = leavesOf(content, [])
  const values = leaves.map(({ path, value }) => ({ key: keyPath(path), value: shown(path, value), from: originOf(path) }))
  const hasSecrets = leaves.some(({ path, value }) => {
    const written = valueAt(document.content, path)
    return typeof written === 'string' && variablesIn(written).length === 0 && shown(path, value) !== value
  })
  const made = content.secret_key === undefined ? [{ key: 'secret_key', value: mask, from: 'made by the gateway' }] : []
  return { file, values: [...values, ...made], hasSecrets }
}

interface Leaf {
  readonly path: KeyPath
  readonly value: unknown
}

/** Scalars, lists of scalars, and what is empty. */
function leavesOf(value: unknown, path: KeyPath): readonly Leaf[] {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null))
    return value.flatMap((item: unknown, index) => leavesOf(item, [...path, index]))
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]))
  return [{ path, value }]
}

/** Addresses may have a user's password in them. */
function shown(path: KeyPath, value: unknown): unknown {
  const isText = typeof value === 'string'
  if (isSecret(path)) return isText && !harmless(value) ? mask : value
  return isText ? value.replace(/^([a-z+]+:\/\/)[^/@\s]*@/i, `$1${mask}@`) : value
}

/** Values of keys that may be secret and say nothing: `database: memory`, `database: file:…`, `proxy: none`. */
function harmless(value: string): boolean {
  return value === 'memory' || value === 'none' || value.startsWith('file:')
}

function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{(file:[^}]+|[A-Za-z_][A-Za-z0-9_]*)(?::-[^}]*)?\}/g)].map(([, name = '']) => name)
}
