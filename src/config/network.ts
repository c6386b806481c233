import { isIP } from 'node:net'

/** A network of client addresses. */
export interface Network {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  /** Bits of the address that count. */
  readonly prefix: number
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or a single address; `undefined` for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', digits] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const bits = version === 4 ? 32 : 128
  const prefix = digits === undefined ? bits : Number(digits)
  return prefix > bits ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix }
}
