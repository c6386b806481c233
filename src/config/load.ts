import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { checkShape, type Problem } from './check.js'
import { checkLimits } from './check-limits.js'
import { providerKind } from '../providers/kinds.js'
import { checkNames, checkReferences } from './check-names.js'
import { checkPassedOn } from './check-passed-on.js'
import { defined, isObject } from '../json/object.js'
import { mendBaseUrl } from './base-url.js'
import { complete, completeProvider, type ReachableProvider } from './complete.js'
import { readConnection } from './connection.js'
import type { Configuration } from './configuration.js'
import { parseConfiguration, type ConfigurationDocument, type KeyPath } from './document.js'
import { foreignReferences, trimCredentials } from './pasted.js'
import { ConfigurationError, keyPath } from './problem.js'
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

/**
 * Reads, checks and completes the configuration: ANYWIRE_CONFIG, else anywire.yaml in the working directory, else nothing but defaults.
 * ANYWIRE_HOST, ANYWIRE_PORT and ANYWIRE_SECRET_KEY override. Throws a {@link ConfigurationError} of one line.
 */
export function loadConfiguration(options: LoadOptions): Configuration {
  const path = configurationPath(options)
  const environment = readEnvironment(options.env, path === undefined ? options.cwd : dirname(path))
  const document = path === undefined ? { content: {}, place: () => 'environment' } : readDocument(path)
  const fail = (problem: Problem): never => {
    const place = document.place(problem.path, problem.key === true ? 'key' : 'value')
    throw new ConfigurationError(`${place}: ${keyPath(problem.path)}: ${problem.expected}`)
  }

  const directory = path === undefined ? options.cwd : dirname(path)
  const refuse = (problem: Problem | undefined): void => {
    if (problem !== undefined) fail(problem)
  }

  refuse(foreignReferences(document.content))
  const substituted = substitute(document.content ?? {}, environment, (name) => readText(resolve(directory, name)))
  if ('expected' in substituted) return fail(substituted)
  refuse(trimCredentials(substituted.content))
  const shape = checkShape(override(substituted.content, environment), substituted.touched)
  if ('problem' in shape) return fail(shape.problem)
  const { file } = shape
  refuse(
    checkNames(file) ??
      checkLimits(file) ??
      checkPassedOn(file.providers ?? []) ??
      (file.providers === undefined ? undefined : checkReferences(file.models, file.providers)),
  )

  const place = (key: KeyPath, warning: string): string => `${document.place(key, 'value')}: ${keyPath(key)}: ${warning}`
  const warnings = keysWithoutEffect(file).map((key) => place(key, 'has no effect in this version'))
  const providers = file.providers?.map((provider, index): ReachableProvider => {
    const key = ['providers', index]
    const kind = providerKind(provider.kind)
    const mended = provider.base_url === undefined || kind === undefined ? undefined : mendBaseUrl(provider.base_url, kind)
    if (mended !== undefined && 'expected' in mended) return fail({ path: [...key, 'base_url'], expected: mended.expected })
    if (mended?.warning !== undefined) warnings.push(place([...key, 'base_url'], mended.warning))
    const address = mended?.address ?? kind?.defaultBaseUrl ?? kind?.baseUrl?.(completeProvider(provider))
    const read = readConnection(provider, address, key, { environment, directory })
    if ('problem' in read) return fail(read.problem)
    return { provider: mended === undefined ? provider : { ...provider, base_url: mended.address }, connection: read.connection }
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
      workingDirectory: options.cwd,
      providers,
      path,
    }),
  )
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

/** What the environment says goes before the file (ANYWIRE_…), or stands in where the file is silent (PORT and HOST of container platforms). */
function override(content: unknown, environment: Environment): unknown {
  if (!isObject(content)) return content
  const server = content['server'] ?? {}
  const ownPort = portFrom(environment, 'ANYWIRE_PORT')
  const result: Record<string, unknown> = { ...content }
  if (isObject(server)) {
    const port = ownPort ?? (server['port'] === undefined ? portFrom(environment, 'PORT') : undefined)
    const host = setValue(environment, 'ANYWIRE_HOST') ?? (server['host'] === undefined ? hostFrom(environment) : undefined)
    if (port !== undefined || host !== undefined)
      result['server'] = { ...server, ...(port === undefined ? {} : { port }), ...(host === undefined ? {} : { host }) }
  }
  // A short request_ms alone shortens the part of it that the headers may take.
  const timeouts = content['timeouts']
  if (isObject(timeouts) && timeouts['header_ms'] === undefined && typeof timeouts['request_ms'] === 'number')
    result['timeouts'] = { ...timeouts, header_ms: Math.min(usualHeaderMs, timeouts['request_ms']) }
  const secret = setValue(environment, 'ANYWIRE_SECRET_KEY')
  if (secret !== undefined) {
    if (Buffer.byteLength(secret) < 32) throw new ConfigurationError('environment: ANYWIRE_SECRET_KEY: expected at least 32 bytes')
    result['secret_key'] = secret
  }
  return result
}

const usualHeaderMs = 10_000

function setValue(environment: Environment, name: string): string | undefined {
  const value = environment[name]
  return value === '' ? undefined : value
}

function portFrom(environment: Environment, name: string): number | undefined {
  const port = setValue(environment, name)
  if (port === undefined) return undefined
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw new ConfigurationError(`environment: ${name}: expected a port number from 0 to 65535`)
  return Number(port)
}

/** Some shells put the machine's name into HOST, which is nothing to listen on. */
function hostFrom(environment: Environment): string | undefined {
  const host = setValue(environment, 'HOST')
  return host !== undefined && (isIP(host) !== 0 || host === 'localhost') ? host : undefined
}

function secretKeyFor(file: ConfigurationFile, path: string | undefined, options: LoadOptions): string | undefined {
  const database = parseDatabase(file.database, options.cwd)
  if (database?.kind === 'memory') return passingSecretKey()
  if (path !== undefined || database?.kind !== 'file') return undefined
  return options.checkOnly === true ? passingSecretKey() : secretKeyBeside(database.path)
}
