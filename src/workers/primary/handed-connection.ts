import type { ChildProcess } from 'node:child_process'

/**
 * node:cluster hands each connection to a worker, one at a time, and keeps it open until the worker says that it has it. One that dies
 * before leaves a client that waits for ever. Returns what closes the last connection that was handed to it; once the worker has it, that
 * does nothing.
 */
export function closeHandedConnection(worker: ChildProcess): () => void {
  let handed: { close(): void } | undefined
  const send: unknown = Reflect.get(worker, 'send')
  if (typeof send !== 'function') return () => undefined
  worker.send = (...words: unknown[]): boolean => {
    const [, handle] = words
    if (isHandle(handle)) handed = handle
    return Reflect.apply(send, worker, words) === true
  }
  return () => handed?.close()
}

function isHandle(value: unknown): value is { close(): void } {
  return typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'
}
