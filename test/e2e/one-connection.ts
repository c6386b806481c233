import { Agent, request, type RequestOptions } from 'node:http'

export interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** Requests on one connection, one after the other. */
export class OneConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(private readonly address: string) {}

  ask(path: string, options: Omit<RequestOptions, 'agent' | 'path'> = {}, body?: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(this.address + path, { ...options, agent: this.#agent }, (response) => {
        let text = ''
        response.on('data', (bytes: Buffer) => (text += bytes.toString()))
        response.on('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, body: text })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
