import { setImmediate as nextTurn } from 'node:timers/promises'
import { noneRunning } from '../../access/lease.js'
import type { Configuration, RetrySettings } from '../../config/configuration.js'
import { Contract } from '../../contract/contract.js'
import { ownOperations } from '../../contract/own-operations.js'
import { Log } from '../../observability/log.js'
import { wantsSocket } from '../../realtime/upgrade.js'
import { LogSink } from '../../record/log-sink.js'
import { Breakers } from '../../routing/breakers.js'
import { RetryBudget } from '../../routing/retry-budget.js'
import { ConfigurationInUse } from '../../server/configuration-in-use.js'
import { closeServer, shuttingDown } from '../../server/drain.js'
import { clientConnections } from '../../server/limits.js'
import { addressOf, listen, setTimes } from '../../server/listen.js'
import { LiveConfiguration } from '../../server/live-configuration.js'
import { logFormat, shownUser } from '../../server/log-settings.js'
import { makeRelay } from '../../server/make-relay.js'
import { OpenRequests } from '../../server/open-requests.js'
import { socketPaths } from '../../server/sockets/sockets.js'
import { renewing, upstreamClientFor } from '../../server/upstream-connections.js'
import { Link, type Channel } from '../link.js'
import type { GatewayMessage, WorkerMessage } from '../messages.js'
import { createWorkerApp, type WorkerParts } from './app.js'
import { GatewayLink, type Orders } from './gateway-link.js'
import { OpenWork } from './open-work.js'
import { PassOn } from './pass-on.js'
import { servicesOf } from './services.js'

export interface WorkerOptions {
  /** The first one, from the gateway's process. */
  readonly configuration: Configuration
  /** Where requests are passed on. */
  readonly entrance: string
  readonly channel: Channel<WorkerMessage>
  /** How many there are. */
  readonly workers: number
  /** Gets what takes the gateway's messages from now on. */
  readonly hear: (take: (message: GatewayMessage) => void) => void
  /** Called when nothing runs any more and all messages are sent. */
  readonly ended: () => void
}

/** Serves clients with what the gateway's process gives it. */
export async function startWorker({ configuration: first, workers, entrance, channel, hear, ended }: WorkerOptions): Promise<void> {
  const clock = (): number => performance.now()
  const link = new GatewayLink(new Link<WorkerMessage>(channel), clock)
  const now = Date.now
  const live = new LiveConfiguration(first)
  const configuration = live.now
  const breakers = new Breakers(configuration.breaker, clock)
  const inUse = new ConfigurationInUse(first, { now, random: Math.random, breakers })
  let latest = first
  const output = {
    write: (lines: Buffer): void => {
      link.say({ type: 'log', lines })
    },
  }
  const log = new Log(output, now, inUse.clean, logFormat(configuration.log.format, process.stdout))
  breakers.onEvent = (event) => {
    link.say({ type: 'breaker', event })
  }
  const upstreamClient = upstreamClientFor(configuration, () => latest)
  const renewConnections = renewing(upstreamClient, first)
  const budget = new RetryBudget(shareOf(configuration.retries, workers))
  const held = noneRunning()
  const relay = makeRelay(configuration, { client: upstreamClient, breakers, now, process: held }, budget)
  const { proofs } = relay
  proofs.onKept = (proof) => {
    link.say({ type: 'proof', proof })
  }
  const work = new OpenWork(link, clock)
  const passOn = new PassOn(entrance)
  const parts: WorkerParts = {
    configuration,
    contract: new Contract(await ownOperations()),
    connections: clientConnections(configuration, relay.deadlines, log),
    requests: new OpenRequests(),
    records: { sinks: [work, new LogSink(log, shownUser(configuration))], running: work, clock, now },
    operations: servicesOf({ configuration, relay, inUse, link, work, log }),
    relay,
    held,
    link,
    work,
    passOn,
    log,
  }
  const sockets = { wantsSocket: wantsSocket(socketPaths), onUpgrade: passOn.upgrade.bind(passOn) }
  const { socket, port, host } = configuration.server
  const where = socket === undefined ? { port, host } : { path: socket }
  const server = await listen(createWorkerApp(parts), parts, sockets, where)
  const interrupt = (): void => {
    relay.deadlines.interruptAll(shuttingDown)
    setTimeout(() => {
      server.closeAllConnections()
    }, interruptMs).unref()
  }
  const orders: Orders = {
    configure: (next) => {
      live.take(next)
      relay.repeated.clear()
      inUse.take(next)
      latest = next
      setTimes(server, configuration.timeouts)
      log.writeAs(logFormat(configuration.log.format, process.stdout))
      renewConnections(next)
    },
    forget: () => {
      relay.repeated.clear()
    },
    keepProof: (proof) => {
      proofs.keep(proof)
    },
    followBreaker: (event) => {
      breakers.follow(event)
    },
    drain: () => {
      void closeServer(server, parts.requests)
        // A request leaves its record when its connection has ended.
        .then(() => allRecorded(work))
        .then(() => {
          log.flush()
          link.flush()
          ended()
        })
    },
    interrupt,
  }
  hear((message) => {
    link.take(message, orders)
  })
  link.say({ type: 'listening', address: addressOf(server, configuration.server) })
}

/** Each worker has an equal share of `budget_floor`, which does not depend on the number of running requests. */
function shareOf(retries: RetrySettings, workers: number): Pick<RetrySettings, 'budget_floor' | 'budget_percent'> {
  return {
    get budget_floor() {
      return Math.ceil(retries.budget_floor / workers)
    },
    get budget_percent() {
      return retries.budget_percent
    },
  }
}

async function allRecorded(work: OpenWork): Promise<void> {
  do await nextTurn()
  while (!work.isEmpty)
}

/** For errors to be sent before connections are closed. */
const interruptMs = 500
