import { createHash, hash } from 'node:crypto'
import { GatewayFailure } from '../exchange/error.js'
import type { ReplyKeeper } from '../relay/gateway-request.js'
import { inTurns } from '../relay/own-turn.js'
import type { KeptReply, KeptReplyRepository } from '../store/kept-reply-repository.js'

interface IdempotencyOptions {
  readonly repository: KeptReplyRepository
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
}

export interface KeyedRequest {
  readonly tokenId: string
  readonly key: string
  readonly target: string
  readonly body: Buffer
}

/** A request that runs under a key of its token. */
export interface KeyedRun extends ReplyKeeper {
  readonly end: () => void
}

interface Entry {
  readonly request: string
  reply: KeptReply | undefined
}

const lifeMs = 24 * 3_600_000
const purgeEveryMs = 3_600_000
const mostBytes = 8 * 1024 * 1024
/** Of all replies that wait for the database. What comes beyond that is not kept: a request may then run twice. */
const mostSavingBytes = 64 * 1024 * 1024

/** Whole replies by token and `Idempotency-Key` for a day: a repeated request gets the same reply and no second provider call. */
export class Idempotency {
  /** Requests that run, and replies that are not stored yet. */
  readonly #current = new Map<string, Entry>()
  readonly #saving = new Set<Promise<void>>()
  #savingBytes = 0
  #purgedAt: number

  constructor(private readonly options: IdempotencyOptions) {
    this.#purgedAt = options.now()
  }

  /** The reply that is there, or the right to run. Throws 400 for another request under the same key, 409 while the first one runs. */
  async begin({ tokenId, key, target, body }: KeyedRequest): Promise<KeptReply | KeyedRun> {
    const keyHash = hash('sha256', key)
    const request = await requestHash(target, body)
    const place = `${tokenId} ${keyHash}`
    const current = this.#current.get(place)
    if (current !== undefined) {
      if (current.request !== request) throw mismatch()
      if (current.reply !== undefined) return current.reply
      throw new GatewayFailure({
        kind: 'conflict',
        message: 'A request with this Idempotency-Key is running. Try again in 1s.',
        retryAfterSeconds: 1,
      })
    }
    const entry: Entry = { request, reply: undefined }
    this.#current.set(place, entry)
    try {
      const kept = await this.options.repository.find(tokenId, keyHash, this.options.now() - lifeMs)
      if (kept === undefined) return this.#run(place, entry, { tokenId, key: keyHash })
      this.#current.delete(place)
      if (kept.request !== request) throw mismatch()
      return kept
    } catch (error) {
      this.#current.delete(place)
      if (error instanceof GatewayFailure) throw error
      throw new GatewayFailure({
        kind: 'overloaded',
        message: 'Whether this Idempotency-Key was used before cannot be looked up now. Try again in 1s.',
        retryAfterSeconds: 1,
      })
    }
  }

  /** Waits for what is being stored. */
  async close(): Promise<void> {
    await Promise.all(this.#saving)
  }

  #run(place: string, entry: Entry, owner: Pick<KeptReply, 'tokenId' | 'key'>): KeyedRun {
    return {
      mostBytes,
      keep: (status, contentType, body) => {
        if (body.length > mostBytes || this.#savingBytes + body.length > mostSavingBytes) return
        this.#savingBytes += body.length
        entry.reply = { ...owner, request: entry.request, status, contentType, body, createdAt: this.options.now() }
      },
      end: () => {
        const { reply } = entry
        if (reply === undefined) {
          this.#current.delete(place)
          return
        }
        const saving = this.#save(reply).finally(() => {
          this.#current.delete(place)
          this.#saving.delete(saving)
          this.#savingBytes -= reply.body.length
        })
        this.#saving.add(saving)
      },
    }
  }

  async #save(reply: KeptReply): Promise<void> {
    const { repository, now, onTrouble } = this.options
    try {
      await repository.save(reply)
      if (now() - this.#purgedAt < purgeEveryMs) return
      this.#purgedAt = now()
      await repository.purge(now() - lifeMs)
    } catch (error) {
      onTrouble('a reply to a request with an Idempotency-Key could not be stored', error)
    }
  }
}

/** Of a large body in many turns of the event loop, and of none a copy. */
async function requestHash(target: string, body: Buffer): Promise<string> {
  const request = createHash('sha256').update(`${target}\n`)
  if (body.length <= bytesOfStep) return request.update(body).digest('hex')
  let at = 0
  await inTurns(() => {
    request.update(body.subarray(at, at + bytesOfStep))
    at += bytesOfStep
    return at >= body.length
  })
  return request.digest('hex')
}

/** A fraction of a millisecond. */
const bytesOfStep = 256 * 1024

function mismatch(): GatewayFailure {
  return new GatewayFailure({
    kind: 'invalid_request',
    code: 'idempotency_mismatch',
    message: 'This Idempotency-Key was used with another request. Use a new key for each request.',
    param: 'Idempotency-Key',
  })
}
