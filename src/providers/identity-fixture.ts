import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Expected {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | RegExp>>
  /** Members of a form, exactly. */
  readonly form?: Readonly<Record<string, string>>
  readonly answer: string
}

/** An identity service on loopback for tests, which answers nothing but the expected requests, in their order. */
export class StrictIdentityService {
  readonly problems: string[] = []
  #expected: Expected[] = []
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const expected = this.#expected.shift()
      const problem = expected === undefined ? 'asked too often' : problemOf(request, Buffer.concat(chunks).toString(), expected)
      if (problem !== undefined) this.problems.push(`${request.method ?? ''} ${request.url ?? ''}: ${problem}`)
      response.writeHead(problem === undefined ? 200 : 400).end(problem === undefined ? expected?.answer : problem)
    })
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  expect(...expected: readonly Expected[]): void {
    this.problems.length = 0
    this.#expected = [...expected]
  }

  /** What is still expected. */
  get left(): number {
    return this.#expected.length
  }
}

function problemOf(request: IncomingMessage, body: string, { method, path, headers = {}, form }: Expected): string | undefined {
  if (request.method !== method || request.url !== path) return `expected ${method} ${path}`
  for (const [name, value] of Object.entries(headers)) {
    const actual = String(request.headers[name])
    if (typeof value === 'string' ? actual !== value : !value.test(actual)) return `${name} is ${actual}`
  }
  const sent = JSON.stringify(Object.fromEntries([...new URLSearchParams(body)].sort()))
  const wanted = JSON.stringify(Object.fromEntries(Object.entries(form ?? {}).sort()))
  if (sent !== wanted) return `expected ${wanted}, got ${sent}`
  return form === undefined || request.headers['content-type'] === 'application/x-www-form-urlencoded' ? undefined : 'not a form'
}
