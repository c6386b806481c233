import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { isSupported } from '../node-version.js'
import type { Finding } from './finding.js'

const megabyte = 2 ** 20
/** Below this there is little left for requests that run at once. */
const leastMemory = 512 * megabyte
const leastOpenFiles = 4096

export function nodeFinding(version = process.versions.node): Finding {
  return isSupported(version)
    ? { state: 'ok', about: 'node', what: version }
    : { state: 'fail', about: 'node', what: `${version} is too old`, fix: 'install Node 24' }
}

/** The machine's memory, or the part of it that its container may use: 0 where that has no limit. */
export function usableMemory(constrained: number, total: number): number {
  return constrained > 0 ? Math.min(constrained, total) : total
}

export function memoryFinding(bytes = usableMemory(process.constrainedMemory(), totalmem())): Finding {
  const what = `${Math.round(bytes / megabyte)} MB`
  return bytes >= leastMemory
    ? { state: 'ok', about: 'memory', what }
    : { state: 'warn', about: 'memory', what, fix: 'give it 512 MB or more, or lower limits.memory_bytes and limits.in_flight' }
}

/** Each connection takes one. Only Linux says how many there may be. */
export function openFilesFinding(limits = readLimits()): Finding {
  const [, soft = ''] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? []
  if (soft === '') return { state: 'ok', about: 'open files', what: 'not known here' }
  const enough = soft === 'unlimited' || Number(soft) >= leastOpenFiles
  return enough
    ? { state: 'ok', about: 'open files', what: soft }
    : { state: 'warn', about: 'open files', what: soft, fix: 'ulimit -n 65536, or LimitNOFILE= in the unit' }
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
