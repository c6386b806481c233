// What a process leaves behind that ends by a fault of its own: no secret, and no text of a client.
import { Program } from '../program.js'
import { FakeUpstream, token } from './gateway.js'

const providerKey = 'up-key-canary-0123456789'
const prompt = 'a prompt of a client'

let upstream: FakeUpstream
let gateway: Program | undefined
beforeEach(async () => {
  upstream = await new FakeUpstream().start()
})
afterEach(async () => {
  await gateway?.stop()
  await upstream.stop()
})

/** The built program, which does this at SIGUSR2. */
function doing(work: string): Promise<Program> {
  return Program.start(
    {
      database: 'memory',
      tokens: [{ name: 'test', key: token }],
      providers: [{ name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: '${PROVIDER_KEY}' }],
      models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] }],
    },
    {
      environment: {
        PROVIDER_KEY: providerKey,
        CLIENT_TOKEN: token,
        CLIENT_PROMPT: prompt,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${work} })`)}`,
      },
    },
  )
}

// From the environment: the frames of the stack name this text as their file.
const failure = `(({ CLIENT_TOKEN: token, PROVIDER_KEY: key, CLIENT_PROMPT: prompt }) =>
  Object.assign(new TypeError('no: Bearer ' + token + key + prompt), { headers: { authorization: token }, cause: new Error(key) }))(process.env)`

test.each([
  ['an error that nothing catches', `setImmediate(() => { throw ${failure} })`],
  ['a promise that nothing awaits', `void Promise.reject(${failure})`],
])('%s ends the process with a line that has neither secrets nor texts', async (_, work) => {
  gateway = await doing(work)
  gateway.signal('SIGUSR2')
  expect(await gateway.exited).toBe(1)
  const lines = gateway.logLines().filter(({ level }) => level === 'error')
  expect(lines).toMatchObject([{ error: 'TypeError', stack: expect.arrayContaining([expect.stringMatching(/^at /)]) }])
  for (const secret of [token, providerKey, prompt]) expect([secret, gateway.output().includes(secret)]).toEqual([secret, false])
})
