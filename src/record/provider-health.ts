import type { Attempt, FinishedRecord, RecordSink } from './request-record.js'

/** How the requests to a provider ended. Monotonic milliseconds. */
export interface Health {
  readonly succeededAt: number | undefined
  readonly failedAt: number | undefined
  /** In words, without secrets. */
  readonly failure: string | undefined
}

interface Known {
  succeededAt: number | undefined
  failedAt: number | undefined
  failure: string | undefined
}

const unknown: Health = { succeededAt: undefined, failedAt: undefined, failure: undefined }

/** Remembers of each provider when it last answered and when it last failed, from the records of ended requests. */
export class ProviderHealth implements RecordSink {
  readonly #byName = new Map<string, Known>()

  take(record: FinishedRecord): void {
    const { attempts, startedAt, durationMs } = record
    for (const attempt of attempts) {
      const known = this.#of(attempt.provider)
      if (!('error' in attempt)) known.succeededAt = startedAt + durationMs
      else if (isOwnFault(attempt)) {
        known.failedAt = startedAt + durationMs
        known.failure = failureOf(attempt)
      }
    }
  }

  of(name: string): Health {
    return this.#byName.get(name) ?? unknown
  }

  #of(name: string): Known {
    let known = this.#byName.get(name)
    if (known === undefined) this.#byName.set(name, (known = { ...unknown }))
    return known
  }
}

type Failed = Extract<Attempt, { readonly error: unknown }>

/** Not the client's: a wrong request, or one that nobody waited for any longer. */
function isOwnFault({ error }: Failed): boolean {
  return error.startsWith('upstream_') || error === 'overloaded'
}

/** Most characters of a provider's message that are kept. */
const longestMessage = 1000

function failureOf(attempt: Failed): string {
  const { error, status, detail, message } = attempt
  const words = [error, ...(status === undefined ? [] : [`status ${status}`]), ...(detail === undefined ? [] : [detail])].join(', ')
  return message === undefined ? words : `${words}: ${message.slice(0, longestMessage)}`
}
