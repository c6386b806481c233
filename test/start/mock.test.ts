// The commands about the contract, as they are in the built program: bundled, in a process of their own.
import { tmpdir } from 'node:os'
import { Probe } from '../probe.js'
import { Program, runProgram } from '../program.js'

let mock: Program | undefined

afterEach(() => mock?.stop())

/** Starts the mock on a free port; its first line tells the address. */
async function startMock(...words: string[]): Promise<string> {
  mock = await Program.startIn(tmpdir(), { words: ['mock', '--port', '0', ...words] })
  return mock.address
}

test('anywire mock is a server that anywire contract-test finds nothing wrong with', async () => {
  const { status, stdout, stderr } = runProgram(['contract-test', await startMock(), '--token', 'any'], tmpdir())
  expect({ status, stderr, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
    status: 0,
    stderr: '',
    last: expect.stringMatching(/^\d+ passed, 0 failed$/),
  })
}, 60_000)

test('anywire mock --style has that style and what every client needs', async () => {
  const address = await startMock('--style', 'messages')
  const status = async (path: string) => (await fetch(address + path, { headers: { authorization: 'Bearer any' } })).status
  expect([await status('/v1/messages'), await status('/v1/models'), await status('/healthz')]).toEqual([405, 200, 200])
  expect(await status('/v1/chat/completions')).toBe(404)
}, 60_000)

test.each([
  ['the same name again and again', '--b\r\n' + 'name="stream"\r\n'.repeat(20_000)],
  ['one long field', `--b\r\nContent-Disposition: form-data; name="model"\r\n\r\n${'x'.repeat(300_000)}\r\n--b--\r\n`],
  ['many parts', '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(5500) + '--b--\r\n'],
  ['nothing but boundaries', '--b\r\n'.repeat(60_000)],
  ['nothing but line ends', `--b\r\nContent-Disposition: form-data; name="model"\r\n\r\n${'\r\n'.repeat(150_000)}--b--`],
])(
  'a form of 300 KB holds up nobody: %s',
  async (_name, body) => {
    const address = await startMock()
    const send = async (): Promise<number> => {
      const headers = { authorization: 'Bearer any', 'content-type': 'multipart/form-data; boundary=b' }
      return (await fetch(`${address}/v1/audio/transcriptions`, { method: 'POST', headers, body })).status
    }
    await send()
    let worst = Infinity
    for (let run = 0; run < 3 && worst > 150; run++) {
      const probe = await Probe.start(address)
      await send()
      worst = (await probe.stop()).worst
    }
    expect(worst).toBeLessThanOrEqual(150)
  },
  60_000,
)

test('pages of any origin may call the mock, with nothing that their browser keeps for it', async () => {
  const address = await startMock()
  const { headers } = await fetch(`${address}/v1/models`, { headers: { authorization: 'Bearer any', origin: 'https://page.example' } })
  expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
    'https://page.example',
    null,
  ])
}, 60_000)

test('anywire mock has the whole contract and its reference page', async () => {
  const address = await startMock()
  const document = (await (await fetch(`${address}/openapi.json`)).json()) as { paths: object; servers: unknown }
  expect([Object.keys(document.paths).length > 50, document.servers]).toEqual([true, [{ url: address }]])
  expect(await (await fetch(`${address}/openapi/messages.yaml`)).text()).toContain('/v1/messages:')
  const page = await (await fetch(`${address}/docs`)).text()
  const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? []
  const asset = await fetch(new URL(script, `${address}/docs`))
  expect([asset.status, asset.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
}, 60_000)

test.each([
  [['contract-test'], 2, 'contract-test takes URL'],
  [['contract-test', 'http://127.0.0.1:9', '--token', 'any', '--style', 'chats'], 2, '--style takes chat-completions'],
  [['mock', '--style', 'chats'], 1, 'the styles are '],
  [['mock', 'now'], 2, 'takes no "now"'],
])(
  '%j is answered with exit code %i and a line that helps',
  (words, code, line) => {
    const { status, stderr } = runProgram(words, tmpdir())
    expect([status, stderr]).toEqual([code, expect.stringContaining(line)])
  },
  30_000,
)
