// Checks whether V8 still allocates the entries of `process.nextTick` the quick way in the built gateway, also after collections without
// traffic, and warns if not: docs/decisions/memory-options-and-the-shape-of-ticks.md. Not a test, since it depends on the version of Node.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const rounds = 3
const requestsPerRound = 300
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url))

/** At SIGUSR2: collects all garbage and prints how V8 allocates the entries. */
const probe = `
  const feedback = new Function('return %GetFeedback(process.nextTick)')
  process.on('SIGUSR2', () => {
    for (let count = 0; count < 5; count++) gc()
    const entries = (feedback() ?? []).filter((slot) => slot?.[0].startsWith('DefineKeyedOwn'))
    console.error('ticks:' + entries.map(([, state]) => state).join(' '))
  })`

const reply = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'x',
  choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})
const upstream = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(reply))
}).listen(0, '127.0.0.1')
await once(upstream, 'listening')

const folder = mkdtempSync(join(tmpdir(), 'anywire-tick-shape-'))
const configuration = join(folder, 'anywire.yaml')
writeFileSync(
  configuration,
  JSON.stringify({
    database: 'memory',
    tokens: [{ name: 'bench', key: 'sk-bench' }],
    providers: [{ name: 'openai', kind: 'openai', base_url: `http://127.0.0.1:${upstream.address().port}/v1`, api_key: 'up-key' }],
    models: [{ name: 'm', targets: [{ provider: 'openai', model: 'x' }] }],
  }),
)
const flags = ['--allow-natives-syntax', '--fuzzing', '--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(probe)}`]
const gateway = spawn(process.execPath, [...flags, program], {
  env: { PATH: process.env.PATH, ANYWIRE_CONFIG: configuration, ANYWIRE_PORT: '0' },
  stdio: ['ignore', 'pipe', 'pipe'],
})

/** The first line that matches; undefined where the gateway ends before. */
const said = (lines, pattern) =>
  new Promise((resolve) => {
    lines.on('line', (line) => pattern.test(line) && resolve(pattern.exec(line)[1]))
    lines.on('close', () => resolve(undefined))
  })
const output = createInterface(gateway.stdout)
const errors = createInterface(gateway.stderr)

try {
  const address = await said(output, /"address":"(http:[^"]+)"/)
  if (address === undefined) throw new Error('the gateway did not start: is dist/ built?')
  const body = '{"model":"m","messages":[{"role":"user","content":"hi"}]}'
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-bench' }
  const states = []
  for (let round = 0; round < rounds; round++) {
    for (let count = 0; count < requestsPerRound; count++)
      await (await fetch(`${address}/v1/chat/completions`, { method: 'POST', headers, body })).text()
    const answer = said(errors, /^ticks:(.*)/)
    gateway.kill('SIGUSR2')
    states.push(await answer)
  }
  const quick = states.every((state) => /^(MONOMORPHIC ?)+$/.test(state ?? ''))
  console.log(
    quick ? 'nextTick: quick' : `WARNING: nextTick's entries are made the slow way by Node ${process.version}: ${states.join(' | ')}`,
  )
} finally {
  gateway.kill('SIGKILL')
  upstream.close()
  upstream.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
}
