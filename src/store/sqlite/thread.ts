import type { Worker } from 'node:worker_threads'
import { takeThread } from './begin-thread.js'
import type { SqliteReply, SqliteRequest, SqliteResult, SqliteSettings, SqliteWork } from './worker.js'

/** A statement that takes longer is broken off when the database is closed. */
const closeMs = 5000

/** One life of the database's thread. What it is asked is done in the order in which it was asked. */
export class SqliteSession {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { readonly resolve: (result: SqliteResult) => void; readonly reject: (error: Error) => void }>()
  #lastId = 0
  #over: Error | undefined
  /** Resolves when the thread has ended though nobody ended it. */
  readonly lost: Promise<Error>

  constructor(settings: SqliteSettings) {
    const worker = takeThread()
    worker.postMessage(settings satisfies SqliteSettings)
    // It keeps the process only while somebody waits.
    worker.unref()
    worker.on('message', (reply: SqliteReply) => {
      this.#settle(reply)
    })
    this.lost = new Promise((resolve) => {
      const lose = (error: Error): void => {
        if (this.#over !== undefined) return
        this.#finish(error)
        resolve(error)
      }
      worker.on('error', (error) => {
        lose(error instanceof Error ? error : new Error(String(error)))
      })
      worker.on('exit', (code) => {
        lose(new Error(`the thread of the database ended with ${code}`))
      })
    })
    this.#worker = worker
  }

  ask(work: SqliteWork): Promise<SqliteResult> {
    if (this.#over !== undefined) return Promise.reject(this.#over)
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) this.#worker.ref()
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, work } satisfies SqliteRequest)
    })
  }

  /** Closes the database and ends the thread; what it was asked before is done first. */
  async end(): Promise<void> {
    const worker = this.#worker
    if (this.#over !== undefined) {
      await worker.terminate()
      return
    }
    this.#finish(new Error('the database is closed'))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => void worker.terminate(), closeMs)
      worker.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
      worker.postMessage({ id: 0, work: { type: 'close' } } satisfies SqliteRequest)
    })
  }

  #settle(reply: SqliteReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if ('error' in reply) waiting?.reject(new Error(reply.error))
    else waiting?.resolve(reply.result)
  }

  #finish(error: Error): void {
    this.#over ??= error
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

export interface SqliteThreadOptions extends SqliteSettings {
  /** Makes a database ready that a new thread has opened; one in memory is empty then. */
  readonly prepare: (session: SqliteSession) => Promise<void>
  readonly onLost: (error: Error) => void
}

/** The database's thread. One that ends by a fault is begun again when the database is next asked. */
export class SqliteThread {
  #session: Promise<SqliteSession> | undefined
  #closed = false

  constructor(private readonly options: SqliteThreadOptions) {}

  /** The present session. Rejects where the database cannot be opened now. */
  session(): Promise<SqliteSession> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'))
    if (this.#session !== undefined) return this.#session
    const begun = this.#begin()
    this.#session = begun
    const forget = (): void => {
      if (this.#session === begun) this.#session = undefined
    }
    begun.then(async (session) => {
      const error = await session.lost
      forget()
      this.options.onLost(error)
    }, forget)
    return begun
  }

  async close(): Promise<void> {
    this.#closed = true
    const session = await this.#session?.catch(() => undefined)
    this.#session = undefined
    await session?.end()
  }

  async #begin(): Promise<SqliteSession> {
    const { path, readOnly, prepare } = this.options
    const session = new SqliteSession({ path, readOnly })
    try {
      await prepare(session)
      return session
    } catch (error) {
      await session.end()
      throw error
    }
  }
}
