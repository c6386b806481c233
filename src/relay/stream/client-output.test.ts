import { EventEmitter } from 'node:events'
import type { ReplySink } from '../reply-sink.js'
import { ClientOutput } from './client-output.js'
import { LongOutput } from './long-output.js'

/** A client that reads only when told. */
class SlowClient extends EventEmitter {
  readonly got: string[] = []

  write(data: Buffer | string): boolean {
    this.got.push(String(data))
    return false
  }

  end(): void {
    this.got.push('end')
  }

  destroy(): void {
    this.got.push('destroyed')
  }

  read(): void {
    this.emit('drain')
  }
}

function slow(): { client: SlowClient; output: ClientOutput; drains: boolean[] } {
  const client = new SlowClient()
  const drains: boolean[] = []
  return { client, drains, output: new ClientOutput(client as unknown as ReplySink, (room) => drains.push(room)) }
}

const long = (...pieces: readonly string[]): LongOutput => new LongOutput(1, pieces[Symbol.iterator]())

test('a long output is written as fast as the client reads, and later outputs wait', () => {
  const { client, output, drains } = slow()
  expect(output.write(long('1', '2'))).toBe(false)
  expect(output.write('3')).toBe(false)
  output.end(() => client.got.push('ended'))
  expect(client.got).toEqual(['1'])
  client.read()
  expect(client.got).toEqual(['1', '2'])
  client.read()
  expect(client.got).toEqual(['1', '2', '3', 'ended', 'end'])
  expect(drains).toEqual([false, false])
})

test('a short output ends at once', () => {
  const { client, output } = slow()
  expect(output.write('1')).toBe(false)
  output.end(() => undefined)
  expect(client.got).toEqual(['1', 'end'])
})

test('a lost piece closes the connection', () => {
  const { client, output } = slow()
  const pieces = {
    next: (): never => {
      throw new Error('gone')
    },
  }
  output.write(new LongOutput(1, pieces))
  expect(client.got).toEqual(['destroyed'])
})

test('a client that is written to while it does not read is listened to once', () => {
  const { client, output, drains } = slow()
  output.write('1')
  output.write('2')
  expect(client.listenerCount('drain')).toBe(1)
  client.read()
  expect(drains).toEqual([true])
})
