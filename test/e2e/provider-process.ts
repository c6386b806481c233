import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { goodReply } from './two-providers.js'

const script = `
import { createServer } from 'node:http'
const [reply] = process.argv.slice(1)
const server = createServer((request, response) => {
  request.resume().on('error', () => undefined).on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(reply)
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** A provider that answers all requests well, in a process of its own: work of the test's process does not delay it. */
export class ProviderProcess {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<ProviderProcess> {
    const words = ['--input-type=module', '-e', script, JSON.stringify(goodReply)]
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    const port = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).once('line', resolve)
      child.once('exit', (code) => {
        reject(new Error(`the provider's process ended with ${code}`))
      })
    })
    return new ProviderProcess(`http://127.0.0.1:${port}`, child)
  }

  stop(): void {
    this.child.kill()
  }
}
