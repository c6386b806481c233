import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { LocalModelFiles } from './locate.js'
import type { WorkerMessage, WorkerSettings } from './worker-settings.js'

export interface LocalModelOptions extends LocalModelFiles {
  /** dist/local-model.js. */
  readonly workerPath: string
  readonly threads?: number
  readonly contextTokens?: number
  readonly queue?: number
  readonly deadlineMs?: number
  /** Called at each unexpected end of the process. */
  readonly onCrash?: (detail: string) => void
}

/** A running local model. */
export interface LocalModel {
  readonly baseUrl: string
  readonly apiKey: string
  stop(): Promise<void>
}

const longestPauseMs = 10_000

/**
 * Starts the local model in a child process, so that its memory and threads are separate and a crash costs one answer.
 * It is restarted on the same port when it ends. Rejects where the model cannot be loaded.
 */
export async function startLocalModel(options: LocalModelOptions): Promise<LocalModel> {
  const settings: WorkerSettings = {
    directory: options.directory,
    modelPath: options.modelPath,
    modelName: options.modelName,
    threads: options.threads ?? 1,
    contextTokens: options.contextTokens ?? 2048,
    queue: options.queue ?? 16,
    deadlineMs: options.deadlineMs ?? 300_000,
    key: randomBytes(32).toString('base64url'),
    port: 0,
  }
  const supervisor = new Supervisor(options.workerPath, settings, options.onCrash)
  const port = await supervisor.start()
  return { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: settings.key, stop: () => supervisor.stop() }
}

class Supervisor {
  #child: ChildProcess | undefined
  #port = 0
  /** The pause before the next restart: none after the first crash in a while. */
  #pauseMs = 0
  #stopping = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly workerPath: string,
    private readonly settings: WorkerSettings,
    private readonly onCrash: ((detail: string) => void) | undefined,
  ) {}

  async start(): Promise<number> {
    const child = this.#spawn()
    this.#child = child
    try {
      this.#port = await ready(child)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
    const since = Date.now()
    child.once('exit', (code, signal) => {
      if (this.#stopping) return
      this.onCrash?.(`the local model's process ended (${signal ?? `exit code ${code ?? 0}`})`)
      if (Date.now() - since > 60_000) this.#pauseMs = 0
      this.#again()
    })
    return this.#port
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        resolve()
      })
    })
    if (child.connected) child.disconnect()
    // It ends when the channel closes, but does not notice that during a long step of the engine.
    const timer = setTimeout(() => child.kill('SIGKILL'), 500)
    await ended
    clearTimeout(timer)
  }

  #again(): void {
    const pauseMs = this.#pauseMs
    this.#pauseMs = Math.min(Math.max(pauseMs * 2, 200), longestPauseMs)
    this.#timer = setTimeout(() => {
      this.start().catch((error: unknown) => {
        this.onCrash?.(error instanceof Error ? error.message : 'the local model cannot be started again')
        if (!this.#stopping) this.#again()
      })
    }, pauseMs)
  }

  #spawn(): ChildProcess {
    const { PATH, HOME, TMPDIR, LANG } = process.env
    const child = fork(this.workerPath, [], {
      execArgv: [],
      // None of the gateway's secrets are in its environment.
      env: Object.fromEntries(Object.entries({ PATH, HOME, TMPDIR, LANG }).filter(([, value]) => value !== undefined)),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.send({ ...this.settings, port: this.#port })
    return child
  }
}

function ready(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      reject(new Error(`the local model's process ended while it started (${signal ?? `exit code ${code ?? 0}`})`))
    })
    child.once('message', (message) => {
      // The worker sends nothing else.
      const answer = message as WorkerMessage
      if (answer.type === 'ready') resolve(answer.port)
      else reject(new Error(`the local model cannot be loaded: ${answer.reason}`))
    })
  })
}
