import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { answerWell, until } from './two-providers.js'

let upstream: FakeUpstream
let gateway: Program

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** At SIGUSR2: collects all garbage, says how V8 makes the entries of `process.nextTick`. */
const probe = `
  const kinds = new Function('return %GetFeedback(process.nextTick)')
  process.on('SIGUSR2', () => {
    for (let count = 0; count < 5; count++) gc()
    console.error('ticks:', ...(kinds() ?? []).filter((slot) => slot?.[0].startsWith('DefineKeyedOwn')).map(([, state]) => state), ';')
  })`

test('the entries of nextTick are made the quick way, also after collections without traffic', async () => {
  const nodeArguments = [
    '--allow-natives-syntax',
    '--fuzzing',
    '--expose-gc',
    '--import',
    `data:text/javascript,${encodeURIComponent(probe)}`,
  ]
  gateway = await builtGateway(upstream.address, {}, nodeArguments)
  upstream.reply = answerWell
  for (let round = 1; round <= 3; round++) {
    for (let count = 0; count < 300; count++) {
      const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: '{"model":"m-openai","messages":[{"role":"user","content":"hi"}]}',
      })
      await reply.text()
    }
    gateway.signal('SIGUSR2')
    await until('it is said', () => gateway.output().split('ticks:').length > round, 5000)
  }
  const said = [...gateway.output().matchAll(/ticks: ([^;]*) ;/g)].map(([, states]) => states)
  expect(said).toEqual(Array(3).fill('MONOMORPHIC MONOMORPHIC MONOMORPHIC MONOMORPHIC MONOMORPHIC'))
})
