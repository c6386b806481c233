import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseObject } from '../json/object.js'

/** The gateway that has an SQLite database open. */
export interface RunningGateway {
  readonly process: number
  readonly address: string
}

const markOf = (databasePath: string): string => `${databasePath}.gateway`

/**
 * Says beside the database which gateway has it: commands find it there, whatever port it took, and do not open the database beside it.
 * Returns what takes the mark away.
 */
export function markRunning(databasePath: string, address: string): () => void {
  const mark = markOf(databasePath)
  try {
    writeFileSync(mark, `${JSON.stringify({ process: process.pid, address } satisfies RunningGateway)}\n`, { mode: 0o600 })
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
  const { process: id, address } = parseObject(text) ?? {}
  return typeof id === 'number' && typeof address === 'string' ? { process: id, address } : undefined
}

/** Whether a process of this id is there; in another container's count of processes it may be another one. */
export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    // EPERM: it is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
