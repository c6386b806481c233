import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import type { UnsignedRequest } from '../provider.js'
import type { KeyPair } from './credentials.js'
import { defined } from '../../json/object.js'

/** SHA-256, or HMAC with a key, with the interface that the signer expects. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data))
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest())
  }

  reset(): void {
    throw new Error('The signer makes a new hash for each text.')
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data)
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data)
}

/** The signed headers: those that neither a proxy nor the HTTP client changes. */
const signed = new Set(['host', 'content-type', 'x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token'])

export interface SigningScope {
  readonly region: string
  readonly service: 'bedrock' | 'sts'
  /** When the request is sent. */
  readonly now: Date
}

/** Signs a request with SigV4. Returns the headers to add. */
export async function sign(
  request: UnsignedRequest,
  { accessKeyId, secretAccessKey, sessionToken }: KeyPair,
  { region, service, now }: SigningScope,
): Promise<Readonly<Record<string, string>>> {
  const credentials = defined<KeyPair>({ accessKeyId, secretAccessKey, sessionToken })
  const url = new URL(request.url)
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 })
  const { headers } = await signer.sign(
    {
      method: request.method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...request.headers, host: url.host },
      body: request.body,
    },
    {
      signingDate: now,
      signableHeaders: signed,
      unsignableHeaders: new Set(Object.keys(request.headers).filter((name) => !signed.has(name))),
    },
  )
  const added: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) if (name.startsWith('x-amz-') || name === 'authorization') added[name] = value
  return added
}
