import { request, type IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { question, readStream, styles, type Style } from '../e2e/client-styles.js'
import { kinds, token, type Kind } from '../e2e/gateway.js'
import type { Visit } from './minute.js'
import { cutMe, refuseMe } from './provider.js'

/** The pair of styles of the visit with this number; all pairs come in turn. */
function pairOf(number: number): { readonly style: Style; readonly kind: Kind } {
  return {
    style: styles[number % styles.length] ?? 'messages',
    kind: kinds[Math.floor(number / styles.length) % kinds.length] ?? 'openai',
  }
}

/** A stream, of which 5 % are cut by the provider and 5 % left by the client. */
export function stream(address: string, number: number): Promise<Visit> {
  const { style, kind } = pairOf(number)
  const turn = number % 20
  const wish = turn === 7 ? 'cut' : turn === 13 ? 'left' : 'whole'
  const { path, headers, body } = question(style, kind, true)
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let text = ''
    let firstContentMs = NaN
    const call = request(address + path, { method: 'POST', headers }, (reply: IncomingMessage) => {
      reply.setEncoding('utf8')
      reply.on('data', (piece: string) => {
        if (text === '') firstContentMs = performance.now() - startedAt
        text += piece
        if (wish !== 'left') return
        call.destroy()
        resolve({ end: 'left' })
      })
      reply.on('close', () => {
        const end = endOf(style, reply.statusCode ?? 0, text, wish)
        resolve(end === 'whole' ? { end, firstContentMs } : { end })
      })
      reply.on('error', () => undefined)
    })
    call.on('error', () => {
      resolve({ end: wish === 'left' ? 'left' : 'odd' })
    })
    call.end(wish === 'cut' ? body.replace('Look.', cutMe) : body)
  })
}

function endOf(style: Style, status: number, text: string, wish: 'whole' | 'cut' | 'left'): Visit['end'] {
  if (status !== 200) return 'odd'
  const { finished, error } = readStream(style, text)
  if (wish === 'cut') return error === undefined ? 'odd' : 'cut'
  return finished && error === undefined ? 'whole' : 'odd'
}

/** A request for a whole reply. Every tenth is refused by the provider, every tenth has a fault of its own. */
export async function plain(address: string, number: number): Promise<Visit> {
  const { style, kind } = pairOf(number)
  const turn = number % 10
  const { path, headers, body } = question(style, kind, false)
  const sent = turn === 3 ? body.replace('Look.', refuseMe) : turn === 6 ? body.slice(1) : body
  const expected = turn === 3 ? 502 : turn === 6 ? 400 : 200
  try {
    const reply = await fetch(address + path, { method: 'POST', headers, body: sent })
    const text = await reply.text()
    if (reply.status !== expected) return { end: 'odd' }
    if (expected !== 200) return { end: 'refused' }
    return { end: text.includes('你好') ? 'plain' : 'odd' }
  } catch {
    return { end: 'odd' }
  }
}

const turnsOfTalk = 3

/** A connection to /v1/responses with a few turns. Every fifth is left during one. */
export function talk(address: string, number: number): Promise<Visit> {
  const { kind } = pairOf(number)
  const leaves = number % 5 === 2
  return new Promise((resolve) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/v1/responses`, { headers: { authorization: `Bearer ${token}` } })
    let turns = 0
    const ask = (): void => {
      socket.send(JSON.stringify({ type: 'response.create', model: `m-${kind}`, store: false, input: 'Look.' }))
    }
    socket.on('open', ask)
    socket.on('message', (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { readonly type: string }
      if (leaves && type === 'response.output_text.delta') {
        socket.terminate()
        resolve({ end: 'left' })
      } else if (type === 'response.completed') {
        if (++turns < turnsOfTalk) ask()
        else socket.close()
      } else if (type === 'error' || type === 'response.failed') socket.terminate()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve({ end: turns === turnsOfTalk ? 'talked' : 'odd' })
    })
  })
}
