import { sleep } from './waiting.js'

/** A client of the gateway's own API, with the admin key of the tests. */
export class AdminClient {
  constructor(
    private readonly address: string,
    private readonly key = 'adm-case',
  ) {}

  async send(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; headers: Headers; body: Readonly<Record<string, unknown>> }> {
    const reply = await fetch(this.address + path, {
      method,
      headers: { authorization: `Bearer ${this.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as Record<string, unknown> }
  }

  async get(path: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.send('GET', path)).body
  }

  /** The records of a token, newest first. */
  async records(token = 'test', limit = 5000): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { data } = await this.get(`/api/admin/requests?token=${token}&limit=${limit}`)
    return data as Record<string, unknown>[]
  }

  /** The same, as soon as there are that many. */
  async recordsWhen(count: number, token = 'test'): Promise<readonly Readonly<Record<string, unknown>>[]> {
    let found = await this.records(token)
    const startedAt = performance.now()
    while (found.length < count && performance.now() - startedAt < 2000) {
      await sleep(20)
      found = await this.records(token)
    }
    return found
  }
}
