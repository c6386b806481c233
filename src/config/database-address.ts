import { resolve } from 'node:path'
import type { DatabaseAddress } from './configuration.js'

/** `memory`, `file:PATH` (from the working directory) or `postgres://…`; undefined for anything else. */
export function parseDatabase(text: string, workingDirectory: string): DatabaseAddress | undefined {
  if (text === 'memory') return { kind: 'memory' }
  if (text.startsWith('file:')) {
    const path = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '')
    return path === '' || path.includes('\0') || path.endsWith('/') ? undefined : { kind: 'file', path: resolve(workingDirectory, path) }
  }
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return { kind: 'postgres', url: text }
  return undefined
}
