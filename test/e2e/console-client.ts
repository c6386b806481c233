import { request } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

/** A browser at the console: it keeps the cookie, and sends what its pages send. */
export class ConsoleClient {
  cookie: string | undefined
  csrfToken: string | undefined

  constructor(
    readonly address: string,
    readonly localAddress = '127.0.0.1',
  ) {}

  get(path: string, headers: Readonly<Record<string, string | undefined>> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body: unknown = {}, headers: Readonly<Record<string, string | undefined>> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers)
  }

  /** A header that is `undefined` is left out. */
  async send(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string | undefined>> = {}): Promise<Answer> {
    const own = {
      ...(method === 'GET' ? {} : { origin: this.address, 'content-type': 'application/json', 'x-anywire-csrf': this.csrfToken }),
      cookie: this.cookie,
      ...headers,
    }
    const given = Object.fromEntries(Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
    const answer = await exchange(this.address + path, { method, headers: given, localAddress: this.localAddress }, body)
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
    if (cookie !== undefined) this.cookie = cookie.split(';')[0]
    if (typeof answer.body['csrf_token'] === 'string') this.csrfToken = answer.body['csrf_token']
    return answer
  }
}

function exchange(url: string, options: object, body: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const json = /[/+]json/.test(response.headers['content-type'] ?? '')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: json ? (JSON.parse(text) as Record<string, unknown>) : { text },
        })
      })
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}
