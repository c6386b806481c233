// 50 streams at a time through every pair of styles, 5 % left by the client, 5 % cut by the provider, for 30 minutes
// (SOAK_MINUTES). Prints a line each minute; the last line counts what is promised: `N passed, N failed`.
import { request, type IncomingMessage } from 'node:http'
import { question, readStream, styles, type Style } from '../e2e/client-styles.js'
import { FakeUpstream, kinds, token, type Kind } from '../e2e/gateway.js'
import { goodStreams } from '../e2e/upstream-streams.js'
import { sleep } from '../e2e/waiting.js'
import { Program } from '../program.js'

const minutes = Number(process.env['SOAK_MINUTES'] ?? 30)
const streams = 50
const frameMs = 20
const everyTwentieth = 20
const MiB = 1024 * 1024

type End = 'whole' | 'cut' | 'left' | 'odd'

interface Minute {
  readonly ends: Record<End, number>
  /** Milliseconds from request to first content, of whole streams. */
  readonly firstContent: number[]
  rssMiB: number
  descriptors: number
}

const newMinute = (): Minute => ({ ends: { whole: 0, cut: 0, left: 0, odd: 0 }, firstContent: [], rssMiB: 0, descriptors: 0 })

async function main(): Promise<number> {
  const upstream = await new FakeUpstream().start()
  const gateway = await Program.start(configuration(upstream.address))
  let current = newMinute()
  let on = true
  let count = 0
  upstream.reply = (call, response) => {
    // What was called is not needed here, and would grow.
    upstream.calls.length = 0
    const kind = kindOf(call.request.url ?? '')
    const frames = goodStreams[kind]
    const cut = call.body.includes('"cut me"')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let next = 0
    const timer = setInterval(() => {
      if (response.destroyed || next === frames.length || (cut && next === frames.length >> 1)) {
        clearInterval(timer)
        if (cut) response.destroy()
        else response.end()
        return
      }
      response.write(frames[next++])
    }, frameMs)
  }
  const client = async (): Promise<void> => {
    while (on) {
      const number = count++
      const style = styles[number % styles.length] ?? 'messages'
      const kind = kinds[Math.floor(number / styles.length) % kinds.length] ?? 'openai'
      const turn = number % everyTwentieth
      const wish = turn === 7 ? 'cut' : turn === 13 ? 'left' : 'whole'
      const { end, firstContentMs } = await run(gateway.address, style, kind, wish)
      current.ends[end]++
      if (end === 'whole') current.firstContent.push(firstContentMs)
    }
  }
  const clients = Array.from({ length: streams }, client)
  const past: Minute[] = []
  for (let minute = 1; minute <= minutes; minute++) {
    await sleep(60_000)
    const finished = Object.assign(current, { rssMiB: gateway.memory() / MiB, descriptors: gateway.descriptors() })
    current = newMinute()
    past.push(finished)
    const { ends, rssMiB, descriptors } = finished
    console.log(
      `minute ${minute}: ${ends.whole} whole, ${ends.cut} cut, ${ends.left} left, ${ends.odd} odd; ` +
        `${rssMiB.toFixed(1)} MiB, ${descriptors} descriptors, first content p99 ${percentile(finished.firstContent, 0.99).toFixed(1)} ms`,
    )
  }
  on = false
  await Promise.all(clients)
  const alive = gateway.alive
  await gateway.stop()
  await upstream.stop()
  return report(past, alive)
}

function configuration(address: string): unknown {
  return {
    // In a file: what is kept in memory would grow with each request.
    database: 'file:soak.db',
    secret_key: 'a key of at least thirty-two bytes',
    tokens: [{ name: 'soak', key: token, max_concurrent: 200 }],
    providers: kinds.map((kind) => ({
      name: kind,
      kind: kind === 'responses' ? 'openai' : kind,
      base_url: `${address}/${kind}${kind === 'openai' || kind === 'responses' ? '/v1' : ''}`,
      api_key: 'up-key',
      ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
    })),
    models: kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'x' }] })),
    retries: { attempts: 1 },
  }
}

const kindOf = (url: string): Kind => kinds.find((kind) => url.startsWith(`/${kind}/`)) ?? 'openai'

/** One stream, as its client sees it. */
function run(address: string, style: Style, kind: Kind, wish: 'whole' | 'cut' | 'left'): Promise<{ end: End; firstContentMs: number }> {
  const { path, headers, body } = question(style, kind, true)
  const startedAt = performance.now()
  return new Promise((resolve) => {
    let text = ''
    let firstContentMs = NaN
    const finish = (end: End): void => {
      resolve({ end, firstContentMs })
    }
    const call = request(address + path, { method: 'POST', headers }, (reply: IncomingMessage) => {
      reply.setEncoding('utf8')
      reply.on('data', (piece: string) => {
        if (text === '') firstContentMs = performance.now() - startedAt
        text += piece
        if (wish !== 'left') return
        call.destroy()
        finish('left')
      })
      reply.on('close', () => {
        finish(endOf(style, reply.statusCode ?? 0, text, wish))
      })
      reply.on('error', () => undefined)
    })
    call.on('error', () => {
      finish(wish === 'left' ? 'left' : 'odd')
    })
    call.end(wish === 'cut' ? body.replace('Look.', 'cut me') : body)
  })
}

function endOf(style: Style, status: number, text: string, wish: 'whole' | 'cut' | 'left'): End {
  if (status !== 200) return 'odd'
  const { finished, error } = readStream(style, text)
  if (wish === 'cut') return error === undefined ? 'odd' : 'cut'
  return finished && error === undefined ? 'whole' : 'odd'
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The growth for each step, by least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0)
  return values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / spread
}

/** The exit code. */
function report(past: readonly Minute[], alive: boolean): number {
  // Five minutes of warm-up, of a shorter run a third.
  const steady = past.slice(Math.min(5, Math.floor(past.length / 3)))
  const growth = slope(steady.map(({ rssMiB }) => rssMiB))
  const descriptors = steady.map((minute) => minute.descriptors)
  const odd = past.reduce((sum, { ends }) => sum + ends.odd, 0)
  const [first, last] = [steady[0], steady.at(-1)].map((minute) => percentile(minute?.firstContent ?? [], 0.99))
  const checks: readonly (readonly [string, boolean])[] = [
    ['the process lives', alive],
    [`resident memory grows by ${growth.toFixed(2)} MiB a minute (less than 0.5)`, growth < 0.5],
    [
      `descriptors between ${Math.min(...descriptors)} and ${Math.max(...descriptors)} (20 at most)`,
      Math.max(...descriptors) - Math.min(...descriptors) <= 20,
    ],
    [`${odd} unexpected replies (none)`, odd === 0],
    [
      `p99 of the first content ${first?.toFixed(1)} ms, at the end ${last?.toFixed(1)} (1.5 times at most)`,
      (last ?? NaN) <= 1.5 * (first ?? NaN),
    ],
  ]
  for (const [text, holds] of checks) console.log(`${holds ? 'ok  ' : 'FAIL'} ${text}`)
  const failed = checks.filter(([, holds]) => !holds).length
  console.log(`${checks.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await main()
process.exit()
