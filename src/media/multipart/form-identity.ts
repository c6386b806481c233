import { createHash, type Hash } from 'node:crypto'
import { writePartHead } from './part-head.js'
import type { ScanEvent } from './scanner.js'

/** Tells forms apart by their parts, whatever the boundary between them: clients that send a form again choose another one. */
export class FormIdentity {
  readonly #form = createHash('sha256')
  #part: Hash | undefined
  #isStreamField = false
  #stream = ''

  /** To be called with each event of the form. */
  push(event: ScanEvent): void {
    switch (event.type) {
      case 'part':
        this.#part = createHash('sha256').update(writePartHead(event.head))
        this.#isStreamField = event.head.name === 'stream' && event.head.filename === undefined
        return
      case 'data':
        this.#part?.update(event.bytes)
        if (this.#isStreamField) this.#stream = `${this.#stream}${event.bytes.toString('latin1')}`.slice(0, 'true'.length + 1)
        return
      case 'part-end':
        if (this.#part !== undefined) this.#form.update(this.#part.digest())
        return
      case 'end':
    }
  }

  /** Whether the form asks for an event stream. */
  get streams(): boolean {
    return this.#stream === 'true'
  }

  /** A hash of the parts in their order: to be called once, after the last event. */
  digest(): Buffer {
    return this.#form.digest()
  }
}
