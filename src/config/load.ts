import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { checkShape, type Problem } from './check.js'
import { checkLimits } from './check-limits.js'
import { checkNames, checkReferences } from './check-names.js'
import { checkPassedOn } from './check-passed-on.js'
import { defined, isObject } from '../json/object.js'
import { complete, type ReachableProvider } from './complete.js'
import type { Configuration } from './configuration.js'
import { parseConfiguration, type ConfigurationDocument, type KeyPath } from './document.js'
import { foreignReferences, trimCredentials } from './pasted.js'
import { ConfigurationError, keyPath } from './problem.js'
import { reachProvider } from './reach.js'
import { passingSecretKey, secretKeyBeside } from './secret-key.js'
import { parseDatabase } from './database-address.js'
import { keysWithoutEffect } from './without-effect.js'
import { substitute, type Environment } from './substitute.js'
import type { ConfigurationFile } from './file.js'

export interface LoadOptions {
  readonly env: Environment
  readonly cwd: string
  /** `--config F`; wins over ANYWIRE_CONFIG. */
  readonly file?: string
  /** Only look (`--check-config`): no file is made. */
  readonly checkOnly?: boolean
}

/** The environment with `.env` under it: from beside the configuration file, else from the working directory. */
export function readEnvironment(env: Environment, directory: string): Environment {
  const path = join(directory, '.env')
  if (!existsSync(path)) return env
  try {
    return { ...parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')), ...env }
  } catch {
    throw new ConfigurationError(`${path} cannot be read; expected lines of the form NAME=value`)
  }
}

/** A file that is checked on its own, with what it was made from. */
interface CheckedFile {
  /** Absent: there is no file. */
  readonly path: string | undefined
  readonly environment: Environment
  readonly document: ConfigurationDocument
  readonly overrides: readonly Override[]
  readonly file: ConfigurationFile
}

const failAt =
  (document: ConfigurationDocument) =>
  (problem: Problem): never => {
    const place = document.place(problem.path, problem.key === true ? 'key' : 'value')
    throw new ConfigurationError(`${place}: ${keyPath(problem.path)}: ${problem.expected}`)
  }

/** Reads the file, puts the environment into it, checks it and fills in its defaults. */
export function readChecked(options: LoadOptions): CheckedFile {
  const path = configurationPath(options)
  const directory = path === undefined ? options.cwd : dirname(path)
  const environment = readEnvironment(options.env, directory)
  const document = path === undefined ? { content: {}, place: () => 'environment' } : readDocument(path)
  const fail = failAt(document)
  const refuse = (problem: Problem | undefined): void => {
    if (problem !== undefined) fail(problem)
  }

  refuse(foreignReferences(document.content))
  const substituted = substitute(document.content ?? {}, environment, (name) => readText(resolve(directory, name)))
  if ('expected' in substituted) return fail(substituted)
  refuse(trimCredentials(substituted.content))
  const overrides = overridesOf(substituted.content, environment)
  const shape = checkShape(withOverrides(substituted.content, overrides), substituted.touched)
  if ('problem' in shape) return fail(shape.problem)
  const { file } = shape
  refuse(
    checkNames(file) ??
      checkLimits(file) ??
      checkPassedOn(file.providers ?? []) ??
      (file.providers === undefined ? undefined : checkReferences(file.models, file.providers)),
  )
  return { path, environment, document, overrides, file }
}

/**
 * Reads, checks and completes the configuration: ANYWIRE_CONFIG, else anywire.yaml in the working directory, else nothing but defaults.
 * ANYWIRE_HOST, ANYWIRE_PORT and ANYWIRE_SECRET_KEY override. Throws a {@link ConfigurationError} of one line.
 */
export function loadConfiguration(options: LoadOptions): Configuration {
  const { path, environment, document, file } = readChecked(options)
  const fail = failAt(document)
  const directory = path === undefined ? options.cwd : dirname(path)
  const place = (key: KeyPath, warning: string): string => `${document.place(key, 'value')}: ${keyPath(key)}: ${warning}`
  const warnings = keysWithoutEffect(file).map((key) => place(key, 'has no effect in this version'))
  const providers = file.providers?.map((provider, index): ReachableProvider => {
    const key = ['providers', index]
    const result = reachProvider(provider, key, { environment, directory })
    if ('problem' in result) return fail(result.problem)
    if (result.warning !== undefined) warnings.push(place([...key, 'base_url'], result.warning))
    return result.reached
  })

  const secretKey = file.secret_key ?? secretKeyFor(file, path, options)
  if (secretKey === undefined)
    return fail({ path: ['secret_key'], expected: 'is missing; a stored database needs at least 32 bytes here or in ANYWIRE_SECRET_KEY' })
  return complete(
    file,
    defined({
      secretKey,
      warnings,
      tokenPlaces: file.tokens.map((_token, index) => document.place(['tokens', index])),
      places: {
        providers: placesOf(file.providers ?? [], (index) => document.place(['providers', index])),
        models: placesOf(file.models, (index) => document.place(['models', index])),
      },
      workingDirectory: options.cwd,
      providers,
      path,
    }),
  )
}

function placesOf(entries: readonly { readonly name: string }[], place: (index: number) => string): ReadonlyMap<string, string> {
  return new Map(entries.map(({ name }, index) => [name, place(index)]))
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function configurationPath(options: LoadOptions): string | undefined {
  const named = options.file ?? options.env['ANYWIRE_CONFIG']
  if (named !== undefined && named !== '') return resolve(options.cwd, named)
  const usual = join(options.cwd, 'anywire.yaml')
  return existsSync(usual) ? usual : undefined
}

function readDocument(path: string): ConfigurationDocument {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const code = isObject(error) ? error['code'] : undefined
    throw new ConfigurationError(`${path} cannot be read (${typeof code === 'string' ? code : String(error)}); expected a YAML file`)
  }
  if (!isUtf8(bytes)) throw new ConfigurationError(`${path} cannot be read (not UTF-8); expected a YAML file`)
  return parseConfiguration(new TextDecoder().decode(bytes), basename(path))
}

/** A value that an environment variable sets. */
interface Override {
  readonly path: readonly [string] | readonly [string, string]
  readonly value: string | number
  readonly variable: string
}

/** Variables named ANYWIRE_… override the file; PORT and HOST, which container platforms set, count where the file sets neither. */
function overridesOf(content: unknown, environment: Environment): readonly Override[] {
  if (!isObject(content)) return []
  const overrides: Override[] = []
  const server = content['server'] ?? {}
  if (isObject(server)) {
    const port = portFrom(environment, 'ANYWIRE_PORT') ?? (server['port'] === undefined ? portFrom(environment, 'PORT') : undefined)
    if (port !== undefined) overrides.push({ path: ['server', 'port'], ...port })
    const host = hostFrom(environment, 'ANYWIRE_HOST') ?? (server['host'] === undefined ? hostFrom(environment, 'HOST') : undefined)
    if (host !== undefined) overrides.push({ path: ['server', 'host'], ...host })
  }
  const secret = setValue(environment, 'ANYWIRE_SECRET_KEY')
  if (secret !== undefined) {
    if (Buffer.byteLength(secret) < 32) throw new ConfigurationError('environment: ANYWIRE_SECRET_KEY: expected at least 32 bytes')
    overrides.push({ path: ['secret_key'], value: secret, variable: 'ANYWIRE_SECRET_KEY' })
  }
  return overrides
}

function withOverrides(content: unknown, overrides: readonly Override[]): unknown {
  if (!isObject(content)) return content
  const result: Record<string, unknown> = { ...content }
  for (const { path, value } of overrides) {
    const [section, key] = path
    const before = result[section]
    result[section] = key === undefined ? value : { ...(isObject(before) ? before : {}), [key]: value }
  }
  // A short request_ms alone shortens the part of it that the headers may take.
  const timeouts = content['timeouts']
  if (isObject(timeouts) && timeouts['header_ms'] === undefined && typeof timeouts['request_ms'] === 'number')
    result['timeouts'] = { ...timeouts, header_ms: Math.min(usualHeaderMs, timeouts['request_ms']) }
  return result
}

const usualHeaderMs = 10_000

function setValue(environment: Environment, name: string): string | undefined {
  const value = environment[name]
  return value === '' ? undefined : value
}

function portFrom(environment: Environment, variable: string): { readonly value: number; readonly variable: string } | undefined {
  const port = setValue(environment, variable)
  if (port === undefined) return undefined
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw new ConfigurationError(`environment: ${variable}: expected a port number from 0 to 65535`)
  return { value: Number(port), variable }
}

/** Some shells put the machine's name into HOST, which is nothing to listen on. */
function hostFrom(
  environment: Environment,
  variable: 'ANYWIRE_HOST' | 'HOST',
): { readonly value: string; readonly variable: string } | undefined {
  const value = setValue(environment, variable)
  if (value === undefined || (variable === 'HOST' && isIP(value) === 0 && value !== 'localhost')) return undefined
  return { value, variable }
}

function secretKeyFor(file: ConfigurationFile, path: string | undefined, options: LoadOptions): string | undefined {
  const database = parseDatabase(file.database, options.cwd)
  if (database?.kind === 'memory') return passingSecretKey()
  if (path !== undefined || database?.kind !== 'file') return undefined
  return options.checkOnly === true ? passingSecretKey() : secretKeyBeside(database.path)
}
