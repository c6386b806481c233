import cluster, { type Worker } from 'node:cluster'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Configuration } from '../../config/configuration.js'
import type { WorkersState } from '../../operations/admin/platform.js'
import type { Workers, WorkersGateway } from '../../server/workers.js'
import { entranceVariable } from '../entrance-variable.js'
import type { GatewayMessage } from '../messages.js'
import { EntranceFolder } from './entrance-folder.js'
import { Member } from './member.js'
import { Recalls } from './recalls.js'

export { EntranceFolder }

/** Beside the running file, as the build names it. */
const workerFile = fileURLToPath(new URL('./gateway-worker.js', import.meta.url))

const firstPauseMs = 100
const longestPauseMs = 10_000
/** For workers to end what they were told to interrupt. */
const lastMs = 1000
/** A worker that lives longer was not broken from the start. */
const healthyMs = 30_000
/** The start of a gateway has failed when so many workers in a row have ended before they served. */
const mostFailedStarts = 3

/** The worker processes of a gateway. One that dies is replaced, after a pause that grows while they die soon after their start. */
export class WorkerPool implements Workers {
  readonly #members = new Set<Member>()
  /** Started, but not told to serve yet. */
  #waiting: readonly Worker[]
  readonly #recalls = new Recalls(this.#members)
  #pauseMs = firstPauseMs
  #failedStarts = 0
  #replaced = 0
  #ending = false
  /** On which all listen. */
  #port = 0
  #onListening: (address: string) => void = () => undefined
  #onFailed: (error: Error) => void = () => undefined
  readonly #onEmpty: (() => void)[] = []

  constructor(
    private readonly size: number,
    private readonly folder: EntranceFolder,
  ) {
    cluster.setupPrimary({ exec: workerFile, args: [], serialization: 'advanced' })
    // They load their program while this process makes its services.
    this.#waiting = Array.from({ length: size }, () => this.#fork())
  }

  get entrance(): string {
    return this.folder.socket
  }

  get state(): WorkersState {
    const processes = [...this.#members].map(({ process, serves, running, startedAt }) => ({ process, serves, running, startedAt }))
    return { wanted: this.size, replaced: this.#replaced, processes }
  }

  async start(parts: WorkersGateway): Promise<string> {
    const { breakers, proofs } = parts.gateway.relay
    breakers.onEvent = (event) => {
      this.#tell({ type: 'breaker', event })
    }
    proofs.onKept = (proof) => {
      this.#tell({ type: 'proof', proof })
    }
    const { tokens } = parts.gateway
    const { onChange } = tokens
    tokens.onChange = () => {
      onChange?.()
      this.#recalls.tokensChanged()
    }
    parts.gateway.admission.recall = (callerId) => this.#recalls.of(callerId)
    const { port, host } = parts.configuration().server
    // If all have ended, later ones still take the same.
    this.#port = port === 0 ? await freePort(host) : port
    try {
      return await this.#listening(parts)
    } catch (error) {
      await this.end()
      throw error
    }
  }

  #listening(parts: WorkersGateway): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#onFailed = reject
      this.#onListening = (address) => {
        if ([...this.#members].filter(({ serves }) => serves).length === this.size) resolve(address)
      }
      for (let count = 0; count < this.size; count++) this.#add(parts)
    })
  }

  async heard(): Promise<void> {
    const heard: Promise<void>[] = []
    for (const member of this.#members) if (member.serves && !member.isLate) heard.push(member.heard())
    await Promise.all(heard)
  }

  /** Told at once: before the answer to who has changed it. */
  configure(configuration: Configuration): void {
    this.#tell(this.#configured(configuration))
    for (const { link } of this.#members) link.flush()
  }

  #configured(configuration: Configuration): GatewayMessage {
    return {
      type: 'configure',
      configuration: { ...configuration, server: { ...configuration.server, port: this.#port } },
      workers: this.size,
    }
  }

  async drain(): Promise<void> {
    this.#ending = true
    this.#tell({ type: 'drain' })
    await this.#empty()
  }

  interrupt(): void {
    this.#tell({ type: 'interrupt' })
  }

  async end(): Promise<void> {
    this.#ending = true
    for (const worker of this.#waiting) worker.process.kill('SIGKILL')
    const late = setTimeout(() => {
      for (const member of this.#members) member.kill()
    }, lastMs)
    await this.#empty()
    clearTimeout(late)
    this.folder.remove()
  }

  async #empty(): Promise<void> {
    if (this.#members.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onEmpty.push(resolve)
    })
  }

  #tell(message: GatewayMessage, except?: Member): void {
    for (const member of this.#members) if (member !== except) member.link.say(message)
  }

  #add(parts: WorkersGateway): void {
    const neighbours = {
      tell: (message: GatewayMessage): void => {
        this.#tell(message, member)
      },
      settled: () => this.#settled(),
    }
    const member: Member = new Member(this.#next(), parts, neighbours, {
      onServing: (address) => {
        this.#failedStarts = 0
        this.#onListening(address)
      },
      onFailed: (error) => {
        this.#onFailed(error)
      },
      onEnded: (reason, interrupted) => {
        this.#remove(member, parts, reason, interrupted)
      },
    })
    this.#members.add(member)
    member.link.say(this.#configured(parts.configuration()))
    member.teach()
  }

  #next(): Worker {
    const [first, ...others] = this.#waiting.filter((worker) => worker.isConnected())
    this.#waiting = others
    return first ?? this.#fork()
  }

  #fork(): Worker {
    const worker = cluster.fork({ [entranceVariable]: this.entrance })
    // Of what cannot be sent to one that has ended.
    worker.on('error', () => undefined)
    return worker
  }

  #remove(member: Member, parts: WorkersGateway, reason: string, interrupted: number): void {
    this.#members.delete(member)
    if (this.#members.size === 0) for (const emptied of this.#onEmpty.splice(0)) emptied()
    if (this.#ending) return
    if (!member.serves && ++this.#failedStarts >= mostFailedStarts)
      this.#onFailed(new Error(`worker processes end before they serve: ${reason}`))
    this.#pauseMs = Date.now() - member.startedAt > healthyMs ? firstPauseMs : Math.min(2 * this.#pauseMs, longestPauseMs)
    parts.gateway.log.error('a worker process has ended and is replaced', {
      process: member.process,
      reason,
      interrupted,
      in_ms: this.#pauseMs,
    })
    setTimeout(() => {
      if (this.#ending) return
      this.#replaced++
      this.#add(parts)
    }, this.#pauseMs).unref()
  }

  /** Resolves when all that workers have said until now is known. */
  async #settled(): Promise<void> {
    const heard: Promise<void>[] = []
    for (const member of this.#members) if (member.serves) heard.push(member.heard())
    await Promise.all(heard)
  }
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => {
        resolve(typeof address === 'object' ? (address?.port ?? 0) : 0)
      })
    })
  })
}
