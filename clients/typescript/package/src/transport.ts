import { Deadline } from './deadline.js'
import { readJson, statusError } from './errors.js'
import { pauseAfter } from './retry.js'

export interface AnywireOptions {
  /** Address of the gateway; `http://127.0.0.1:8787` by default. */
  readonly baseUrl?: string | undefined
  readonly token?: string | undefined
  /** Longest silence of the gateway in milliseconds: until the reply is there, or until the next piece of a stream; ten minutes by default. */
  readonly timeout?: number
  /** How often a request is sent again after it failed; 2 by default. Nothing is sent again once a stream has begun. */
  readonly retries?: number
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
}

export interface RequestOptions {
  readonly signal?: AbortSignal
  readonly timeout?: number
  readonly retries?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The same request with the same key is answered once for 24 hours. */
  readonly idempotencyKey?: string
}

export interface Call {
  readonly method: string
  /** Behind the base address. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
}

/** A reply whose body was not read yet. The deadline runs on. */
export interface OpenReply {
  readonly response: Response
  readonly deadline: Deadline
}

/** Sends requests, again where that may help. */
export class Transport {
  readonly baseUrl: string
  private readonly headers: Readonly<Record<string, string>>

  constructor(private readonly options: AnywireOptions) {
    // Here, and not where `fetch` refuses it: its message would tell the token.
    if (options.token !== undefined && !/^[ -~]*$/.test(options.token))
      throw new TypeError('the token has characters that a header cannot carry')
    this.baseUrl = (options.baseUrl ?? 'http://127.0.0.1:8787').replace(/\/+$/, '')
    this.headers = { ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }), ...options.headers }
  }

  /** The reply; one with an error status is thrown as `StatusError`. */
  async open(call: Call, options: RequestOptions = {}): Promise<OpenReply> {
    const retries = options.retries ?? this.options.retries ?? 2
    for (let tries = 1; ; tries += 1)
      try {
        return await this.try(call, options)
      } catch (failure) {
        const pause = tries > retries ? undefined : pauseAfter(failure, tries)
        if (pause === undefined) throw failure
        await sleep(pause, options.signal)
      }
  }

  /** The reply read to its end. */
  async json<Reply>(call: Call, options: RequestOptions = {}): Promise<Reply> {
    const { response, deadline } = await this.open(call, options)
    try {
      return readJson(await response.text()) as Reply
    } catch (error) {
      throw deadline.explain(error)
    } finally {
      deadline.clear()
    }
  }

  private async try(call: Call, options: RequestOptions): Promise<OpenReply> {
    options.signal?.throwIfAborted()
    const deadline = new Deadline(options.timeout ?? this.options.timeout ?? 600_000, options.signal)
    const key: Readonly<Record<string, string>> = options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }
    try {
      const response = await (this.options.fetch ?? fetch)(this.baseUrl + call.path, {
        method: call.method,
        headers: { ...this.headers, ...call.headers, ...key, ...options.headers },
        ...(call.body === undefined ? {} : { body: call.body }),
        signal: deadline.signal,
      })
      if (!response.ok) throw statusError(response.status, response.headers, await response.text())
      deadline.restart()
      return { response, deadline }
    } catch (error) {
      throw deadline.explain(error)
    }
  }
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
