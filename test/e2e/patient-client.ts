import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'
import type { Program } from '../program.js'
import { sentAtHeader } from '../reply-times.js'

const script = `
import { Agent, request } from 'node:http'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
const [url, key, schedstat] = process.argv.slice(1)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
const ask = () => new Promise((resolve, reject) => {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + key }
  headers['${sentAtHeader}'] = Number(readFileSync(schedstat, 'utf8').split(' ')[0]) / 1e6
  request(url, { method: 'POST', agent, headers }, (reply) => reply.resume().on('close', resolve)).on('error', reject).end(body)
})
for await (const count of createInterface(process.stdin)) {
  for (let left = Number(count); left > 0; left--) {
    await ask()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  console.log('asked')
}
`

/** Makes small requests one after the other, in a process of its own: work of the test's process does not delay it. */
export class PatientClient {
  readonly #child: ChildProcess
  readonly #lines: Interface

  constructor(gateway: Program, key: string) {
    const words = [`${gateway.address}/v1/chat/completions`, key, gateway.eventLoopFile]
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#child = child
    this.#lines = createInterface(child.stdout)
  }

  async ask(count: number): Promise<void> {
    const asked = new Promise((resolve) => this.#lines.once('line', resolve))
    this.#child.stdin?.write(`${count}\n`)
    await asked
  }

  stop(): void {
    this.#child.kill()
  }
}
