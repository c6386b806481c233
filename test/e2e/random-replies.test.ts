import { jest } from '@jest/globals'
import type { ServerResponse } from 'node:http'
import type { Program } from '../program.js'
import { wholes } from './answers.js'
import { builtGateway } from './built-gateway.js'
import { question, styles } from './client-styles.js'
import { FakeUpstream, kinds, type Kind } from './gateway.js'
import { Probe } from '../probe.js'
import { goodStreams } from './upstream-streams.js'

jest.setTimeout(60_000)

const seed = Number(process.env['ANYWIRE_FUZZ_SEED'] ?? 20261128)
const rounds = Number(process.env['ANYWIRE_FUZZ_REPLIES'] ?? 600)
const MiB = 1024 * 1024

/** The same numbers for the same seed (mulberry32). */
function numbers(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) | 0
  }
}

const random = numbers(seed)
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item

const junk = [
  'null',
  '[]',
  '{}',
  '""',
  '-1',
  '1e999',
  '"\\ud800"',
  'true',
  '{"error":{}}',
  '[[[[]]]]',
  '{"__proto__":1}',
  '"x"',
  '{"type":"error"}',
  '9'.repeat(400),
]

/** Puts another value, or none, in the place of one of a text's JSON values. */
function otherValue(text: string): string {
  const values = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|\[[^[\]]*\]|\{[^{}]*\}|-?\d+(?:\.\d+)?|true|false|null/g)]
  const found = values.length === 0 ? undefined : pick(values)
  return found === undefined ? text : text.slice(0, found.index) + pick(junk) + text.slice(found.index + found[0].length)
}

const changes: readonly ((bytes: Buffer) => Buffer)[] = [
  (bytes) => bytes,
  (bytes) => Buffer.from(otherValue(bytes.toString())),
  (bytes) => Buffer.from(otherValue(otherValue(otherValue(bytes.toString())))),
  (bytes) => bytes.subarray(0, random(bytes.length)),
  (bytes) => {
    const changed = Buffer.from(bytes)
    for (let count = 0; count < 4; count++) changed[random(changed.length)] = random(256)
    return changed
  },
  (bytes) => Buffer.concat([bytes, bytes]),
  () => Buffer.from(pick(junk)),
  () => Buffer.from(Array.from({ length: random(2000) }, () => random(256))),
  () => Buffer.from(`data: ${'['.repeat(random(100_000))}\n\n`),
  () => Buffer.from(`{"choices":[${'{},'.repeat(random(50_000))}{}]}`),
]

const headers: readonly Record<string, string>[] = [
  {},
  { 'retry-after': '1e308' },
  { 'retry-after-ms': '-5' },
  { 'content-encoding': 'gzip' },
  { 'x-ratelimit-limit': 'a'.repeat(5000) },
  { connection: 'x-ratelimit-a, close', 'x-ratelimit-a': '1' },
]
const types = ['application/json', 'text/event-stream', 'text/html', 'text/plain', 'application/vnd.amazon.eventstream', '']
const statuses = [200, 200, 200, 200, 200, 201, 204, 301, 400, 401, 404, 413, 418, 429, 500, 503, 529, 599]

function reply(kind: Kind, stream: boolean, response: ServerResponse): void {
  const good = Buffer.from(
    stream ? goodStreams[kind].join('') : JSON.stringify(wholes[kind]({ text: 'fine', call: { name: 'look', input: { ort: 'x' } } })),
  )
  const body = pick(changes)(good)
  const usual = random(3) > 0
  const type = usual ? (stream ? 'text/event-stream' : 'application/json') : pick(types)
  response.writeHead(usual && random(3) > 0 ? 200 : pick(statuses), { ...(type === '' ? {} : { 'content-type': type }), ...pick(headers) })
  if (random(8) === 0) {
    response.write(body, () => response.socket?.resetAndDestroy())
    return
  }
  // In pieces, as they come.
  const cut = random(body.length)
  response.write(body.subarray(0, cut))
  response.end(body.subarray(cut))
}

test(`random replies of providers (seed ${seed}): every request ends, nothing fails inside, nobody waits, little memory is kept`, async () => {
  const upstream = await new FakeUpstream().start()
  const gateway: Program = await builtGateway(upstream.address, {
    tokens: [{ name: 'test', key: 'sk-test', max_concurrent: 1000 }],
    providers: kinds.map((kind) => ({
      name: kind,
      kind: kind === 'responses' ? 'openai' : kind,
      base_url: `${upstream.address}/${kind}`,
      api_key: 'up-key',
      ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
    })),
    models: kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up' }] })),
    timeouts: { first_byte_ms: 5000, stream_idle_ms: 5000 },
    retries: { attempts: 1 },
  })
  try {
    const before = gateway.memory()
    const probe = await Probe.start(gateway.address)
    for (let round = 0; round < rounds; round += 10)
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const kind = pick(kinds)
          const stream = random(2) === 0
          const { path, headers: sent, body } = question(pick(styles), kind, stream)
          upstream.reply = ({ request }, response) => {
            const asked = kinds.find((name) => request.url?.startsWith(`/${name}/`)) ?? kind
            reply(asked, stream, response)
          }
          const answer = await fetch(gateway.address + path, { method: 'POST', headers: sent, body, signal: AbortSignal.timeout(10_000) })
          // The gateway's own failure: it was not ready for what came.
          expect([answer.status === 500 && (await answer.clone().text()).includes('"internal"'), path]).toEqual([false, path])
          await answer.text().catch(() => '')
        }),
      )
    expect((await probe.stop()).worst).toBeLessThan(150)
    expect(gateway.alive).toBe(true)
    expect(gateway.memory() - before).toBeLessThan(256 * MiB)
    expect(gateway.logLines().filter(({ message }) => message === 'request failed unexpectedly')).toEqual([])
  } finally {
    await gateway.stop()
    await upstream.stop()
  }
})
