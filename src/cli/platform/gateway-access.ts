import type { Configuration } from '../../config/index.js'
import { CommandError } from '../command-error.js'
import type { CommandOptions } from '../command.js'
import { configurationFor } from '../configuration.js'
import { markOf, readMark, stateOf } from '../running-gateway.js'
import { PlatformClient } from './platform-client.js'

const answerMs = 2000

/**
 * The admin API: of the gateway that `--url` names or that runs with this configuration; where none runs, of the same gateway in this
 * process, for as long as `use` takes.
 */
export async function withAdmin<Result>(options: CommandOptions, use: (client: PlatformClient) => Promise<Result>): Promise<Result> {
  if (options.url !== undefined)
    return use(
      new PlatformClient(
        withoutSlash(options.url),
        adminKey(options, () => configurationFor(options, true)),
      ),
    )
  const configuration = configurationFor(options, true)
  const address = await runningAddress(configuration)
  if (address !== undefined)
    return use(
      new PlatformClient(
        address,
        adminKey(options, () => configuration),
      ),
    )
  const { startAlone } = await import('./gateway-alone.js')
  // Read again: where there is no file, the key of the database may have to be made.
  const alone = await startAlone(configurationFor(options), options.command)
  try {
    return await use(new PlatformClient(alone.address, alone.key))
  } finally {
    await alone.stop()
  }
}

/** For the model endpoints: `--token`, else ANYWIRE_TOKEN, else the configuration's first token. Reads it only where it is needed. */
export function tokenClient(options: CommandOptions): PlatformClient {
  const key = options.token ?? process.env['ANYWIRE_TOKEN'] ?? configurationFor(options, true).tokens[0]?.key
  if (key === undefined || key === '') throw new CommandError('there is no token', 'name one with --token or ANYWIRE_TOKEN')
  return new PlatformClient(options.url === undefined ? ownAddress(options) : withoutSlash(options.url), key)
}

/** The address to write down for clients: `--url`, else the published one, else that of the gateway that runs. */
export function publicAddress(options: CommandOptions): string {
  if (options.url !== undefined) return withoutSlash(options.url)
  const { public_url: published } = configurationFor(options, true).server
  return published === undefined ? ownAddress(options) : withoutSlash(published)
}

/** Where the gateway of the configuration listens. */
function ownAddress(options: CommandOptions): string {
  const configuration = configurationFor(options, true)
  return markedAddress(configuration) ?? usualAddress(configuration.server)
}

/** Where the key is given beside it, no configuration is read: there may be none that is good for this machine. */
function adminKey(options: CommandOptions, configuration: () => Configuration): string {
  const key = options.token ?? process.env['ANYWIRE_ADMIN_KEY'] ?? configuration().admin.key
  if (key !== undefined && key !== '') return key
  throw new CommandError('there is no key for the admin API', 'set admin.key in the configuration, ANYWIRE_ADMIN_KEY, or --token')
}

/** The address of the gateway that runs with this configuration; `undefined` where none does. */
async function runningAddress(configuration: Configuration): Promise<string | undefined> {
  const { database } = configuration
  const address = markedAddress(configuration) ?? usualAddress(configuration.server)
  if (await answers(address)) return address
  const fix = 'start it, or name it with --url'
  if (database.kind === 'memory')
    throw new CommandError(`no gateway answers at ${address}, and a database in memory is the gateway's alone`, fix)
  if (database.kind === 'file') refuseWhereItMayRun(database.path)
  return undefined
}

/** Two processes do not write one SQLite database: the other one's running requests would be taken for interrupted ones. */
function refuseWhereItMayRun(path: string): void {
  const marked = readMark(path)
  if (marked === undefined || stateOf(marked) === 'gone') return
  throw new CommandError(
    `the gateway of process ${marked.process} at ${marked.host} has the database and does not answer at ${marked.address}`,
    `wait, stop it, or name an address with --url; where it is gone, remove ${markOf(path)}`,
  )
}

/** A gateway says beside its SQLite database where it listens. */
function markedAddress({ database }: Configuration): string | undefined {
  const marked = database.kind === 'file' ? readMark(database.path) : undefined
  return marked !== undefined && stateOf(marked) === 'runs' ? reachable(marked.address) : undefined
}

/** A server on all addresses of the machine is reached at its own. */
function reachable(address: string): string {
  if (address.startsWith('unix:'))
    throw new CommandError(`the gateway listens at ${address}`, 'name an address that leads to it with --url')
  return withoutSlash(address.replace(/^(http:\/\/)(?:0\.0\.0\.0|\[::\])(?=:)/, '$1127.0.0.1'))
}

function usualAddress({ host, port, base_path: base, public_url: published }: Configuration['server']): string {
  if (published !== undefined && port === 0) return withoutSlash(published)
  return reachable(`http://${host.includes(':') ? `[${host}]` : host}:${port}${base}`)
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

/** A gateway that is busy for longer is there, too. */
async function answers(address: string): Promise<boolean> {
  try {
    const reply = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(answerMs) })
    await reply.body?.cancel()
    return true
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError'
  }
}
