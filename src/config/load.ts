import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { checkShape, type Problem } from './check.js'
import { checkLimits } from './check-limits.js'
import { providerKind } from '../providers/kinds.js'
import { checkNames, checkReferences } from './check-names.js'
import { complete } from './complete.js'
import { readConnection } from './connection.js'
import type { Configuration } from './configuration.js'
import { parseConfiguration, type ConfigurationDocument } from './document.js'
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
    return { ...parseEnv(readFileSync(path, 'utf8')), ...env }
  } catch {
    throw new ConfigurationError(`${path} cannot be read; expected lines of the form NAME=value`)
  }
}

/**
 * Reads, checks and completes the configuration: ANYWIRE_CONFIG, else anywire.yaml in the working directory, else nothing but defaults.
 * ANYWIRE_PORT and ANYWIRE_SECRET_KEY override. Throws a {@link ConfigurationError} of one line.
 */
export function loadConfiguration(options: LoadOptions): Configuration {
  const path = configurationPath(options)
  const environment = readEnvironment(options.env, path === undefined ? options.cwd : dirname(path))
  const document = path === undefined ? { content: {}, place: () => 'environment' } : readDocument(path)
  const fail = (problem: Problem): never => {
    const place = document.place(problem.path, problem.key === true ? 'key' : 'value')
    throw new ConfigurationError(`${place}: ${keyPath(problem.path)}: ${problem.expected}`)
  }

  const substituted = substitute(document.content ?? {}, environment)
  if ('expected' in substituted) return fail(substituted)
  const shape = checkShape(override(substituted.content, environment), substituted.touched)
  if ('problem' in shape) return fail(shape.problem)
  const { file } = shape
  const problem =
    checkNames(file) ?? checkLimits(file) ?? (file.providers === undefined ? undefined : checkReferences(file.models, file.providers))
  if (problem !== undefined) fail(problem)

  const directory = path === undefined ? options.cwd : dirname(path)
  const connections = (file.providers ?? []).map((provider, index) => {
    const address = provider.base_url ?? providerKind(provider.kind)?.defaultBaseUrl
    const read = readConnection(provider, address, ['providers', index], { environment, directory })
    return 'problem' in read ? fail(read.problem) : read.connection
  })

  const secretKey = file.secret_key ?? secretKeyFor(file, path, options)
  if (secretKey === undefined)
    return fail({ path: ['secret_key'], expected: 'is missing; a stored database needs at least 32 bytes here or in ANYWIRE_SECRET_KEY' })
  const warnings = keysWithoutEffect(file).map((key) => `${document.place(key, 'value')}: ${keyPath(key)}: has no effect in this version`)
  return complete(file, { secretKey, connections, warnings, workingDirectory: options.cwd, ...(path === undefined ? {} : { path }) })
}

function configurationPath(options: LoadOptions): string | undefined {
  const named = options.file ?? options.env['ANYWIRE_CONFIG']
  if (named !== undefined && named !== '') return resolve(options.cwd, named)
  const usual = join(options.cwd, 'anywire.yaml')
  return existsSync(usual) ? usual : undefined
}

function readDocument(path: string): ConfigurationDocument {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new ConfigurationError(`${path} cannot be read (${code ?? 'not UTF-8'}); expected a YAML file`)
  }
  return parseConfiguration(text, basename(path))
}

function override(content: unknown, environment: Environment): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  const result: Record<string, unknown> = { ...content }
  const port = environment['ANYWIRE_PORT']
  if (port !== undefined && port !== '') {
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
      throw new ConfigurationError('environment: ANYWIRE_PORT: expected a port number from 0 to 65535')
    if (result['server'] === undefined || (typeof result['server'] === 'object' && result['server'] !== null)) {
      result['server'] = { ...(result['server'] ?? {}), port: Number(port) }
    }
  }
  const secret = environment['ANYWIRE_SECRET_KEY']
  if (secret !== undefined && secret !== '') {
    if (Buffer.byteLength(secret) < 32) throw new ConfigurationError('environment: ANYWIRE_SECRET_KEY: expected at least 32 bytes')
    result['secret_key'] = secret
  }
  return result
}

function secretKeyFor(file: ConfigurationFile, path: string | undefined, options: LoadOptions): string | undefined {
  const database = parseDatabase(file.database, options.cwd)
  if (database?.kind === 'memory') return passingSecretKey()
  if (path !== undefined || database?.kind !== 'file') return undefined
  return options.checkOnly === true ? passingSecretKey() : secretKeyBeside(database.path)
}
