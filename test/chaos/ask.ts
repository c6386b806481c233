import { request } from 'node:http'

export interface Asked {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** One request on a connection of its own. Rejects where the connection breaks, or the signal comes. */
export function ask(address: string, { path, headers, body }: Asked, signal: AbortSignal): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(address + path, { method: 'POST', headers, agent: false, signal }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (piece: string) => (text += piece))
      reply.on('error', reject)
      reply.on('end', () => {
        resolve({ status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
