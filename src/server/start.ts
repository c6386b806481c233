import type { Server } from 'node:http'
import { Bodies } from '../books/bodies.js'
import { noneRunning } from '../access/lease.js'
import { SharedIdentity } from '../access/shared-identity.js'
import { LastUses } from '../access/last-uses.js'
import { tokensFrom } from '../access/tokens.js'
import type { Configuration } from '../config/configuration.js'
import { Contract } from '../contract/contract.js'
import { ownOperations } from '../contract/own-operations.js'
import { Log, type LogOutput } from '../observability/log.js'
import { operationHandlers } from '../operations/index.js'
import { AccountReservations } from '../operations/reservations.js'
import { OpenSockets } from '../realtime/open-sockets.js'
import { LogSink } from '../record/log-sink.js'
import { ProviderHealth } from '../record/provider-health.js'
import { OneByOne } from '../relay/one-by-one.js'
import { listModels } from '../config/list-models.js'
import { ProviderModels } from '../routing/provider-models.js'
import { upstreamFetch } from '../relay/upstream/upstream-fetch.js'
import { Breakers } from '../routing/breakers.js'
import type { Store } from '../store/store.js'
import { Tokenizer } from '../token-count/tokenizer.js'
import { createApp } from './app.js'
import { AuditRetention } from './audit-retention.js'
import { openBooks } from './bookkeeping.js'
import { watcherFor } from './budget-watcher.js'
import { ConfigurationInUse } from './configuration-in-use.js'
import { FileHistory } from './file-history.js'
import { forgettingRepeated } from './forgetting-repeated.js'
import { openProvisioning, storedRows, tellUnused } from './open-provisioning.js'
import { platformServices } from './platform-services.js'
import type { ReloadReport } from './reload.js'
import { reloading } from './reloading.js'
import { ConsoleFiles } from './console/console-files.js'
import { consoleServices } from './console/console-services.js'
import { drain } from './drain.js'
import { ContractTexts, type ContractDocuments } from './published/contract-texts.js'
import type { Gateway } from './gateway.js'
import { Idempotency } from './idempotency.js'
import { addressOf, listen, placeOf } from './listen.js'
import { issuedIdsFor, keptObjects, keptResponses } from './kept-objects.js'
import { admissionFor, clientConnections } from './limits.js'
import { LiveConfiguration } from './live-configuration.js'
import { logFormat, shownUser } from './log-settings.js'
import { makePeople } from './make-people.js'
import { makeRelay } from './make-relay.js'
import { createSockets } from './sockets/sockets.js'
import { entrance } from './entrance.js'
import type { Workers } from './workers.js'
import { renewing, upstreamClientFor } from './upstream-connections.js'
import { OpenRequests } from './open-requests.js'
import { pricedTargets } from './priced-targets.js'
import { ReferencePage } from './reference/reference-page.js'

export interface StartOptions {
  readonly store: Store
  /** The bundled documents by name; `gateway` is all of them joined. */
  readonly documents: ContractDocuments
  /** The folder of the documents as YAML texts. Without it they are written at the first request. */
  readonly contractFolder?: string
  /** The folder of the API reference. Without it there is no page. */
  readonly referenceFolder?: string
  /** Other texts of the contract, as the build wrote them. */
  readonly publishedFolder?: string
  /** The folder of the web console's files. Without it there is none. */
  readonly consoleFolder?: string
  /** The command for which alone this gateway runs; the audit log has its changes under that name. */
  readonly command?: string
  /** The program's, for those who are signed in. */
  readonly version?: string
  /** Milliseconds since the epoch; absent: the machine's clock. */
  readonly now?: () => number
  /** Processes that take the clients' connections; absent: this process takes them. */
  readonly workers?: Workers
  /** Output of log lines; absent: standard output. */
  readonly logOutput?: LogOutput
}

export interface RunningGateway {
  /** The address on which it listens: `http://127.0.0.1:8787`. */
  readonly address: string
  readonly log: Log
  /**
   * Takes another configuration for all requests that begin from now on, but for the keys that count at the next start only. Resolves
   * with `undefined` where nothing has changed.
   */
  reload(configuration: Configuration): Promise<ReloadReport | undefined>
  /** The file cannot be used: what counts now goes on, and the admin API says why. */
  cannotReload(error: string): void
  /** Lets what is running end, for `drain_ms` at most; called again, it ends it at once. Resolves when all has ended. */
  stop(): Promise<void>
}

/** Starts one gateway process: makes all services once and passes them down. */
export async function startGateway(startConfiguration: Configuration, options: StartOptions): Promise<RunningGateway> {
  const { store, documents, workers } = options
  const live = new LiveConfiguration(startConfiguration)
  const configuration = live.now
  const { now = Date.now } = options
  const clock = (): number => performance.now()
  const provisioning = await openProvisioning(startConfiguration, store, (next) => {
    inUse.take(next)
    workers?.configure(next)
    renewConnections(next)
  })
  const breakers = new Breakers(configuration.breaker, clock)
  const inUse = new ConfigurationInUse(provisioning.configuration, { now, random: Math.random, breakers })
  const { clean } = inUse
  const output = options.logOutput ?? process.stdout
  const log = new Log(output, now, clean, logFormat(configuration.log.format, output))
  tellUnused(provisioning, log)
  if (store.olderGateways > 0)
    log.warn(
      'the database was changed for this version while older programs use it: they fail where it has changed; start them anew with this version',
      {
        others: store.olderGateways,
      },
    )
  const contract = new Contract(await ownOperations())
  const upstreamClient = upstreamClientFor(configuration, () => provisioning.configuration)
  const renewConnections = renewing(upstreamClient, provisioning.configuration)
  const held = noneRunning()
  const relay = makeRelay(configuration, { client: upstreamClient, breakers, now, process: held })
  const onTrouble = (message: string, detail: unknown): void => {
    log.error(message, { detail: detail instanceof Error ? detail.message : detail })
  }
  const responses = keptResponses(configuration, { store, now, onTrouble })
  const objects = keptObjects(configuration, { store, now, onTrouble })
  const issuedIds = issuedIdsFor(configuration, { store, now, onTrouble })
  const showUser = shownUser(configuration)
  const health = new ProviderHealth()
  const fileHistory = new FileHistory({ store, log, now, onTrouble })
  await fileHistory.started(startConfiguration)
  const people = await store.people.all()
  await makePeople(configuration, { people, store, log, now: now() })
  const tokens = tokensFrom(configuration.tokens, await store.tokens.all(), configuration.secret_key, people)
  const { accounts, quotas, books, running, sinks, interrupted } = await openBooks(configuration, {
    store,
    tokens,
    now,
    clock,
    onTrouble,
    showUser,
    watcher: watcherFor(configuration, { now, onTrouble }),
  })
  if (interrupted > 0) log.warn('requests that the end of the last process interrupted are booked', { records: interrupted })
  const changes = new OneByOne()
  const alongside = async (): Promise<void> => {
    provisioning.takeRows(await storedRows(store))
  }
  const sharedIdentity = new SharedIdentity({ tokens, people, store, serially: (change) => changes.run(change), onTrouble, alongside })
  if (configuration.database.kind === 'postgres') await sharedIdentity.start()
  const lastUses = await LastUses.open({ tokens, repository: store.tokens, onTrouble })
  const admission = admissionFor(configuration, {
    process: held,
    quotas,
    callerNow: (id) => tokens.withId(id),
    clock,
    canRecord: () => !books.isFull,
  })
  const bodies = new Bodies({ repository: store.bodies, now, onTrouble, clean, settings: configuration.accounting.bodies })
  const logSink = new LogSink(log, showUser)
  const gateway: Gateway = {
    configuration,
    contract,
    contractTexts: new ContractTexts(documents, { contract: options.contractFolder, published: options.publishedFolder }),
    reference: new ReferencePage(options.referenceFolder ?? ''),
    console: new ConsoleFiles(options.consoleFolder ?? '', configuration.server.base_path),
    tokens,
    admission,
    handlers: operationHandlers,
    operations: {
      relay,
      get routing() {
        return inUse.routing
      },
      providerModels: new ProviderModels({
        ask: (provider) => listModels(provider, listMs, { fetch: upstreamFetch(upstreamClient) }),
        clock,
      }),
      responses,
      objects,
      issuedIds,
      tokenizer: new Tokenizer(),
      accounts,
      reservations: new AccountReservations(accounts, admission),
      platform: platformServices(configuration, store, now(), {
        tokens,
        people,
        refresh: () => sharedIdentity.takeOver(),
        admission,
        provisioning,
        health,
        fetch: upstreamFetch(upstreamClient),
        changes,
        lastUses,
        ...(workers === undefined ? {} : { workers }),
        ...(options.command === undefined ? {} : { command: options.command }),
      }),
      console: consoleServices(configuration, { store, people, contract, clean, now, clock, version: options.version }),
      pricedTargets: pricedTargets(configuration, log),
    },
    sharedIdentity,
    auditRetention: new AuditRetention({ auditLog: store.auditLog, settings: configuration.admin, now, onTrouble }),
    books,
    bodies,
    idempotency: new Idempotency({ repository: store.keptReplies, now, onTrouble }),
    relay,
    upstreamClient,
    sockets: new OpenSockets(),
    requests: new OpenRequests(),
    connections: clientConnections(configuration, relay.deadlines, log),
    records: { sinks: [...sinks, health, logSink], clock, now, running },
    log,
    draining: false,
  }
  tokens.onChange = forgettingRepeated(relay.repeated, (id) => tokens.hasValid(id, now()))
  const server = await listenFor(gateway, workers)
  const parts = { gateway, sinks: [...sinks, health], log: logSink, running, configuration: () => live.ofNow(provisioning.configuration) }
  const address =
    workers === undefined
      ? addressOf(server, configuration.server)
      : await workers.start(parts).catch((error: unknown) => {
          server.close()
          throw error
        })
  const { platform } = gateway.operations
  return {
    address,
    log,
    reload: reloading({ gateway, live, store, server, output, fileHistory, workers }),
    cannotReload: (error) => {
      platform.configuration = { ...platform.configuration, error }
    },
    stop: drain({ gateway, server, timeouts: configuration.timeouts, workers }),
  }
}

/** Listens for clients, or for the workers that have them. The place for clients is made free in both cases. */
async function listenFor(gateway: Gateway, workers: Workers | undefined): Promise<Server> {
  const forClients = await placeOf(gateway.configuration.server)
  const place = workers === undefined ? forClients : { path: workers.entrance }
  return listen(createApp(gateway), gateway, createSockets(gateway), place, workers === undefined ? undefined : entrance)
}

/** How long the first list of models waits for a provider. */
const listMs = 5000
