import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.js'

/** A proxy that companies use, from Debian's packages; `undefined` where it is not installed. */
export const tinyproxy = ['/usr/bin/tinyproxy', '/usr/sbin/tinyproxy'].find(existsSync)

/** One tinyproxy on a port of its own. `lines`: of its configuration, beside address and log. */
export class TinyProxy {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(program: string, lines: readonly string[] = []): Promise<TinyProxy> {
    const folder = mkdtempSync(join(tmpdir(), 'anywire-tinyproxy-'))
    const port = await freePort()
    const file = join(folder, 'tinyproxy.conf')
    const own = [`Port ${port}`, 'Listen 127.0.0.1', 'Timeout 60', 'LogLevel Connect', `LogFile "${join(folder, 'log')}"`]
    writeFileSync(file, [...own, ...lines, ''].join('\n'))
    const child = spawn(program, ['-d', '-c', file], { stdio: 'ignore' })
    while (!(await answers(port))) if (child.exitCode !== null) throw new Error(`tinyproxy ended with ${child.exitCode}`)
    return new TinyProxy(child, folder, port)
  }

  /** The CONNECT requests so far, as `host:port`. */
  get tunnels(): string[] {
    return Array.from(readFileSync(join(this.folder, 'log'), 'utf8').matchAll(/: CONNECT (\S+) HTTP/g), ([, target]) => target ?? '')
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('close', resolve))
    this.child.kill('SIGKILL')
    await ended
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      setTimeout(resolve, 20, false)
    })
  })
}
