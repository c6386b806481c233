import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Where a secret belongs: sealed for one place, it does not open at another. */
export interface SecretPlace {
  readonly provider: string
  /** JSON pointer into the provider's settings. */
  readonly member: string
}

/** The first byte of what is sealed: with which key, and how. */
const keyVersion = 1
const [nonceLength, tagLength] = [12, 16]

/** Seals secrets for the database: AES-256-GCM under a key that HKDF-SHA-256 derives from `secret_key`. */
export class Vault {
  readonly #key: Buffer

  constructor(secretKey: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', `anywire provider secrets ${keyVersion}`, 32))
  }

  /** Base64 of the key's version, a nonce, the ciphertext and its tag. */
  seal(secret: string, place: SecretPlace): string {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(bytesOf(place))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(keyVersion), nonce, sealed, cipher.getAuthTag()]).toString('base64')
  }

  /** `undefined`: sealed under another key or for another place, or damaged. */
  open(sealed: string, place: SecretPlace): string | undefined {
    const bytes = Buffer.from(sealed, 'base64')
    if (bytes[0] !== keyVersion || bytes.length < 1 + nonceLength + tagLength) return undefined
    const nonce = bytes.subarray(1, 1 + nonceLength)
    const tag = bytes.subarray(-tagLength)
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagLength })
      decipher.setAAD(bytesOf(place)).setAuthTag(tag)
      return decipher.update(bytes.subarray(1 + nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return undefined
    }
  }
}

const bytesOf = ({ provider, member }: SecretPlace): Buffer => Buffer.from(JSON.stringify([provider, member]))
