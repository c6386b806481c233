import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { parseObject } from '../json/object.js'

/** The gateway that has an SQLite database open. */
export interface RunningGateway {
  readonly process: number
  /** The machine, or container, whose process it is. */
  readonly host: string
  readonly address: string
}

export const markOf = (databasePath: string): string => `${databasePath}.gateway`

/**
 * Writes beside the database which gateway has it open: commands find it there, whatever its port, and do not open the database beside it.
 * Returns what takes the mark away.
 */
export function markRunning(databasePath: string, address: string): () => void {
  const mark = markOf(databasePath)
  try {
    writeFileSync(mark, `${JSON.stringify({ process: process.pid, host: hostname(), address } satisfies RunningGateway)}\n`, {
      mode: 0o600,
    })
  } catch {
    // A full disk does not keep the gateway from serving.
  }
  return () => {
    if (readMark(databasePath)?.process === process.pid) rmSync(mark, { force: true })
  }
}

export function readMark(databasePath: string): RunningGateway | undefined {
  let text: string
  try {
    text = readFileSync(markOf(databasePath), 'utf8')
  } catch {
    return undefined
  }
  const { process: id, host, address } = parseObject(text) ?? {}
  if (typeof id !== 'number' || typeof host !== 'string' || typeof address !== 'string') return undefined
  return { process: id, host, address }
}

/** Whether its process is there; `unknown` where that is of another machine or container. */
export function stateOf({ process: id, host }: RunningGateway): 'runs' | 'gone' | 'unknown' {
  if (host !== hostname()) return 'unknown'
  try {
    process.kill(id, 0)
    return 'runs'
  } catch (error) {
    // EPERM: it is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? 'runs' : 'gone'
  }
}
