/** A request to an identity service of a cloud. */
export interface IdentityQuestion {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  /** A form, sent URL-encoded. */
  readonly form?: Readonly<Record<string, string>>
  /** Metadata services answer at once, or there is none. */
  readonly timeoutMs?: number
}

/** Returns the body of a 200. Throws an error that names the host and the problem, and no secret. */
export type AskIdentity = (question: IdentityQuestion) => Promise<string>

const longestAnswer = 262_144

/** Redirects are not followed: credentials are sent to the requested service only. */
export function identityAsker(fetch: typeof globalThis.fetch): AskIdentity {
  return async ({ url, method = 'GET', headers = {}, form, timeoutMs = 5000 }) => {
    const { host } = new URL(url)
    const body = form === undefined ? {} : { body: new URLSearchParams(form).toString() }
    const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    let reply: Response
    try {
      reply = await fetch(url, {
        method,
        headers: { ...type, ...headers },
        ...body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      throw new Error(`${host}: ${error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection'}`, {
        cause: error,
      })
    }
    if (reply.status !== 200) {
      await reply.body?.cancel()
      throw new Error(`${host}: status ${reply.status}`)
    }
    return bounded(reply, host)
  }
}

async function bounded(reply: Response, host: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = reply.body
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > longestAnswer) throw new Error(`${host}: the answer is too long`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The members of a JSON answer. Throws where it is not an object. */
export function membersIn(answer: string, url: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(answer)
  } catch {
    value = undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${new URL(url).host}: the answer is not a JSON object`)
  return { ...value }
}
