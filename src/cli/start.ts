import { randomBytes } from 'node:crypto'
import { makeInvite, setUpLink } from '../access/accounts/invites.js'
import { makeFirstToken } from '../access/first-token.js'
import type { Configuration } from '../config/index.js'
import { defined } from '../json/object.js'
import { startGateway, type RunningGateway } from '../server/start.js'
import type { Store } from '../store/store.js'
import { announcement } from './announcement.js'
import { configurationFor } from './configuration.js'
import { discoverFor, withDiscovered } from './discovery.js'
import { consoleFolder, contractFolder, Documents, publishedFolder, referenceFolder } from './documents.js'
import { writeCompiledCode } from '../engine/compile-cache.js'
import { exitOnCrash } from '../engine/crash.js'
import { collectGarbage } from '../engine/garbage.js'
import { startLocalModels, withStartedModels } from './local-models.js'
import { openOwnStore } from './own-store.js'
import { reloadOnChange } from './reload.js'
import { markRunning } from './running-gateway.js'
import type { Command } from './command.js'
import { version } from './version.js'
import { workersFor } from './workers.js'
import { limitYoungSpace } from '../engine/young-space.js'

/** Serves in the foreground until a signal. */
export const start: Command = async (options) => {
  exitOnCrash()
  // A broken pipe of the log's reader must not stop the gateway.
  process.stdout.on('error', () => undefined)
  const loaded = configurationFor(options)
  const documents = new Documents()
  const found = loaded.discover ? await discoverFor(loaded) : undefined
  const complete = found === undefined ? loaded : withDiscovered(loaded, found)
  let gateway: RunningGateway | undefined
  const opened: (() => void | Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const closeOne of opened.toReversed()) await closeOne()
  }
  try {
    // First, since they load their programs meanwhile.
    const workers = await workersFor(complete)
    if (workers !== undefined) opened.push(() => workers.end())
    const store = await openOwnStore(complete, (error) => {
      gateway?.log.error('the thread of the database ended and is begun again', { detail: error.message })
    })
    opened.push(() => store.close())
    const crashes: string[] = []
    const localModels = await startLocalModels(complete, (detail) => {
      if (gateway === undefined) crashes.push(detail)
      else gateway.log.warn(detail)
    })
    opened.push(() => localModels.stop())
    const { configuration } = localModels
    const firstToken = await firstTokenFor(configuration, store)
    gateway = await startGateway(configuration, {
      store,
      documents,
      contractFolder,
      publishedFolder,
      referenceFolder,
      consoleFolder,
      version,
      ...(workers === undefined ? {} : { workers }),
    })
    if (configuration.database.kind === 'file') opened.push(markRunning(configuration.database.path, gateway.address))
    for (const detail of crashes) gateway.log.warn(detail)
    collectGarbage()
    limitYoungSpace()
    await announce(gateway, { configuration, store, findings: found?.findings ?? [], firstToken })
    stopOnSignals(gateway, close)
    writeCompiledCode()
    reloadOnChange(gateway, complete.file, () => {
      const again = configurationFor(options)
      return withStartedModels(found === undefined ? again : withDiscovered(again, found), complete, configuration)
    })
    return undefined
  } catch (error) {
    await close()
    throw error
  }
}

/** A first token is made only where there is no other token and the database is persistent. */
async function firstTokenFor(configuration: Configuration, store: Store): Promise<string | undefined> {
  if (configuration.tokens.length > 0 || configuration.admin.key !== undefined || configuration.database.kind === 'memory') return undefined
  if (!(await store.tokens.isEmpty())) return undefined
  const now = new Date()
  const change = {
    at: now.getTime(),
    actor: { kind: 'gateway', name: 'start' },
    action: 'create',
    object: 'token',
    name: 'first',
    members: [],
  } as const
  return store.recorded(change, ({ tokens }) =>
    makeFirstToken(tokens, { secretKey: configuration.secret_key, now, random: randomBytes(48) }),
  )
}

interface Started {
  readonly configuration: Configuration
  readonly store: Store
  readonly findings: readonly string[]
  readonly firstToken: string | undefined
}

/** Readable without a configuration file or on a terminal, one JSON object a line otherwise. */
async function announce(gateway: RunningGateway, { configuration, store, findings, firstToken }: Started): Promise<void> {
  const address = configuration.server.public_url ?? gateway.address
  const setUpNeeded = await store.passwords.isEmpty()
  if (process.env['ANYWIRE_CONFIG'] === undefined && (configuration.file === undefined || process.stdout.isTTY)) {
    const setUpLink = setUpNeeded ? await newSetUpLink(address, configuration, store) : undefined
    process.stdout.write(announcement(defined({ configuration, address, findings, firstToken, setUpLink })))
    return
  }
  for (const finding of findings) gateway.log.info(finding)
  for (const warning of configuration.warnings) gateway.log.warn(warning)
  if (firstToken !== undefined) gateway.log.info('the first token, shown this once', { token: firstToken })
  if (configuration.tokens.length === 0 && configuration.database.kind === 'memory')
    gateway.log.warn('no token is configured: every request will be refused')
  if (setUpNeeded) gateway.log.info('the console has no account yet: `anywire admin invite` makes the link to set it up')
  const { providers, models, database } = configuration
  gateway.log.info('listening', {
    address: gateway.address,
    version,
    providers: providers.length,
    models: models.length,
    database: database.kind,
  })
}

/** Its code is for half an hour, and for one use; the one of an earlier start works no more. */
async function newSetUpLink(address: string, { secret_key: secretKey }: Configuration, store: Store): Promise<string> {
  const { code } = await makeInvite({ kept: store.invites, secretKey, now: Date.now(), randomBytes })
  return setUpLink(address, code)
}

/** SIGTERM and SIGINT drain running requests; a second one stops at once. */
function stopOnSignals(gateway: RunningGateway, close: () => Promise<void>): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) {
      // Cuts the drain short; the first call's promise ends the process.
      void gateway.stop()
      return
    }
    stopping = true
    gateway
      .stop()
      .then(close)
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
