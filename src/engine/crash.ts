import { writeSync } from 'node:fs'

/**
 * A failure that nothing catches ends the process, with one line on standard error: the kind of the error and where it was thrown. Not its
 * message, nor its members, nor its cause: they may quote what a client or a provider sent, keys included.
 */
export function exitOnCrash(): void {
  process.on('uncaughtException', (thrown: unknown) => {
    writeSync(2, `${JSON.stringify(crashLine(thrown, { process: process.pid, now: new Date() }))}\n`)
    process.exit(1)
  })
}

export interface CrashLine {
  readonly time: string
  readonly level: 'error'
  readonly message: string
  /** Its id: with `server.workers` there are several. */
  readonly process: number
  /** `TypeError`; of what is no error its type. */
  readonly error: string
  readonly code?: string
  /** The frames of the stack, the innermost first. */
  readonly stack: readonly string[]
}

export function crashLine(thrown: unknown, { process, now }: { readonly process: number; readonly now: Date }): CrashLine {
  const isError = thrown instanceof Error
  const code: unknown = isError ? Reflect.get(thrown, 'code') : undefined
  return {
    time: now.toISOString(),
    level: 'error',
    message: 'the process ends: a failure was not caught',
    process,
    error: isError ? thrown.constructor.name : typeof thrown,
    ...(typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,60}$/.test(code) ? { code } : {}),
    stack: isError ? framesOf(thrown) : [],
  }
}

/** Only lines after the message, of which any line may look like a frame. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return []
  const start = stack.indexOf(message)
  const after = start < 0 ? '' : stack.slice(start + message.length)
  return after
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, 20)
}
