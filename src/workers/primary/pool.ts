import cluster, { type Worker } from 'node:cluster'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Configuration } from '../../config/configuration.js'
import { workerDied } from '../../record/ending.js'
import type { Workers, WorkersGateway } from '../../server/workers.js'
import { entranceVariable } from '../entrance-variable.js'
import { Link } from '../link.js'
import type { GatewayMessage, WorkerMessage } from '../messages.js'
import { Desk } from './desk.js'

/** Beside the running file, as the build names it. */
const workerFile = fileURLToPath(new URL('./gateway-worker.js', import.meta.url))

const firstPauseMs = 100
const longestPauseMs = 10_000
/** For workers to end what they were told to interrupt. */
const lastMs = 1000
/** A worker that lives longer was not broken from the start. */
const healthyMs = 30_000

interface Member {
  readonly worker: Worker
  readonly link: Link<GatewayMessage>
  readonly desk: Desk
  readonly startedAt: number
  serves: boolean
  /** Why it could not start. */
  failure?: string
  /** Answers to `report` that are still to come. */
  readonly reports: Map<number, () => void>
}

/** The worker processes of a gateway. One that dies is replaced, after a pause that grows while they die soon after their start. */
export class WorkerPool implements Workers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'anywire-'))
  readonly entrance = join(this.#folder, 'gateway.sock')
  readonly #members = new Set<Member>()
  #pauseMs = firstPauseMs
  #ending = false
  #lastReport = 0
  #onListening: (address: string) => void = () => undefined
  #onFailed: (error: Error) => void = () => undefined
  readonly #onEmpty: (() => void)[] = []

  constructor(private readonly size: number) {
    cluster.setupPrimary({ exec: workerFile, args: [], serialization: 'advanced' })
  }

  get #serving(): number {
    let count = 0
    for (const { serves } of this.#members) if (serves) count++
    return count
  }

  async start(parts: WorkersGateway): Promise<string> {
    const { breakers, proofs } = parts.gateway.relay
    breakers.onEvent = (event) => {
      this.#tell({ type: 'breaker', event })
    }
    proofs.onKept = (proof) => {
      this.#tell({ type: 'proof', proof })
    }
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
        if (this.#serving === this.size) resolve(address)
      }
      for (let count = 0; count < this.size; count++) this.#add(parts)
    })
  }

  configure(configuration: Configuration): void {
    this.#tell({ type: 'configure', configuration, workers: this.size })
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
    const late = setTimeout(() => {
      for (const { worker } of this.#members) worker.process.kill('SIGKILL')
    }, lastMs)
    await this.#empty()
    clearTimeout(late)
    rmSync(this.#folder, { recursive: true, force: true })
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
    const worker = cluster.fork({ [entranceVariable]: this.entrance })
    const link = new Link<GatewayMessage>({
      send: (messages) => {
        if (worker.isConnected()) worker.send([...messages], ignore)
      },
    })
    const desk: Desk = new Desk(parts, link, {
      tell: (message) => {
        this.#tell(message, member)
      },
      settled: () => this.#settled(),
    })
    const member: Member = { worker, link, desk, startedAt: performance.now(), serves: false, reports: new Map() }
    this.#members.add(member)
    worker.on('message', (messages: readonly WorkerMessage[]) => {
      for (const message of messages) this.#take(member, message)
    })
    worker.once('exit', (code) => {
      const remove = (): void => {
        this.#remove(member, parts, member.failure ?? worker.process.signalCode ?? String(code))
      }
      // What it has said before its end is read until then.
      if (worker.isConnected()) worker.once('disconnect', remove)
      else remove()
    })
    worker.on('error', ignore)
    link.say({ type: 'configure', configuration: parts.configuration(), workers: this.size })
  }

  #take(member: Member, message: WorkerMessage): void {
    switch (message.type) {
      case 'listening':
        member.serves = true
        this.#onListening(message.address)
        break
      case 'failed':
        member.failure = message.message
        this.#onFailed(Object.assign(new Error(message.message), { code: message.code }))
        break
      case 'reported':
        member.reports.get(message.number)?.()
        member.reports.delete(message.number)
        break
      default:
        member.desk.take(message)
    }
  }

  #remove(member: Member, parts: WorkersGateway, reason: string): void {
    this.#members.delete(member)
    for (const reported of member.reports.values()) reported()
    const { running } = member.desk
    member.desk.lost(workerDied)
    if (this.#members.size === 0) for (const emptied of this.#onEmpty.splice(0)) emptied()
    if (this.#ending) return
    this.#pauseMs = performance.now() - member.startedAt > healthyMs ? firstPauseMs : Math.min(2 * this.#pauseMs, longestPauseMs)
    parts.gateway.log.error('a worker process has ended and is replaced', { reason, interrupted: running, in_ms: this.#pauseMs })
    setTimeout(() => {
      if (!this.#ending) this.#add(parts)
    }, this.#pauseMs).unref()
  }

  /** Messages come in the order in which they were sent: what was said before an answer is known with it. */
  async #settled(): Promise<void> {
    const number = ++this.#lastReport
    await Promise.all(
      [...this.#members]
        .filter(({ serves }) => serves)
        .map(
          (member) =>
            new Promise<void>((resolve) => {
              member.reports.set(number, resolve)
              member.link.say({ type: 'report', number })
            }),
        ),
    )
  }
}

const ignore = (): void => undefined
