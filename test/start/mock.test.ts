// The commands about the contract, as they are in the built program: bundled, in a process of their own.
import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { mainPath, runProgram } from './program.js'

let mock: ChildProcess | undefined

afterEach(() => {
  mock?.kill('SIGTERM')
})

/** Starts the mock on a free port; its first line tells the address. */
function startMock(...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [mainPath, 'mock', '--port', '0', ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  mock = child
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => {
      resolve(/http:\/\/\S+?(?=;|$)/.exec(line)?.[0] ?? line)
    })
    child.once('exit', (code) => {
      reject(new Error(`the mock ended with ${String(code)}`))
    })
  })
}

test('anywire mock is a server that anywire contract-test finds nothing wrong with', async () => {
  const address = await startMock()
  const { status, stdout, stderr } = await new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = spawn(process.execPath, [mainPath, 'contract-test', address, '--token', 'any'])
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.once('close', (code) => {
      resolve({ status: code, stdout, stderr })
    })
  })
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
  [['contract-test'], 2, 'contract-test needs the address and a token'],
  [['contract-test', 'http://127.0.0.1:9', '--token', 'any', '--style', 'chats'], 1, 'the styles are chat-completions'],
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
