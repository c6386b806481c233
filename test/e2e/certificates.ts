import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files in PEM form. */
export interface Certificate {
  readonly certFile: string
  readonly keyFile: string
  readonly cert: string
  readonly key: string
}

/** A certificate authority of a test, made with the machine's `openssl`. */
export class Authority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'anywire-certificates-'))
  readonly caFile = join(this.#folder, 'ca.pem')

  constructor() {
    const key = join(this.#folder, 'ca.key')
    this.#openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      this.caFile,
      '-days',
      '30',
      '-subj',
      '/CN=Test CA',
    )
  }

  get ca(): string {
    return readFileSync(this.caFile, 'utf8')
  }

  /** `host` is a DNS name or an IP address. */
  issue(name: string, { host = '127.0.0.1', days = 30 }: { readonly host?: string; readonly days?: number } = {}): Certificate {
    const [certFile, keyFile, request, extensions] = ['pem', 'key', 'csr', 'ext'].map((ending) =>
      join(this.#folder, `${name}.${ending}`),
    ) as [string, string, string, string]
    writeFileSync(extensions, `subjectAltName=${/^[\d.]+$/.test(host) ? 'IP' : 'DNS'}:${host}\n`)
    this.#openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', request, '-subj', `/CN=${name}`)
    const signing = ['-CA', this.caFile, '-CAkey', join(this.#folder, 'ca.key'), '-CAcreateserial', '-days', String(days)]
    this.#openssl('x509', '-req', '-in', request, '-out', certFile, '-extfile', extensions, ...signing)
    return { certFile, keyFile, cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  }

  /** With all files that it has made. */
  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }

  #openssl(...words: readonly string[]): void {
    execFileSync('openssl', words, { stdio: 'ignore' })
  }
}
