/** Reverse proxies of the same machine connect from these: all their clients have one address. */
const ownMachine: ReadonlySet<string> = new Set(['127.0.0.1', '::1'])

/** Counts the open connections of each client address. The owner of an IPv6 address has the other addresses of its /64 too: they count as one. */
export class AddressLimit {
  readonly #open = new Map<string, number>()

  /** Counts a new connection; the returned function is called when it has closed. `undefined`: the address has its most connections open. */
  enter(address: string | undefined, most: number): (() => void) | undefined {
    const name = counted(address)
    if (name === undefined) return notCounted
    const count = this.#open.get(name) ?? 0
    if (count >= most) return undefined
    this.#open.set(name, count + 1)
    return () => {
      const left = (this.#open.get(name) ?? 1) - 1
      if (left === 0) this.#open.delete(name)
      else this.#open.set(name, left)
    }
  }
}

const notCounted = (): void => undefined

/** `undefined` for connections that are not counted: of a Unix socket, and of the own machine. */
function counted(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
  if (ownMachine.has(plain)) return undefined
  return plain.includes(':') ? networkOf(plain) : plain
}

/** The first 64 bits; `::` stands for as many zeros as are missing of eight groups. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
