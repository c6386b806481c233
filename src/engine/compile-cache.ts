import { enableCompileCache, flushCompileCache } from 'node:module'

/**
 * Node keeps what V8 has compiled in this folder and reads it at the next start (docs/decisions/bundled-program.md). Where the folder
 * cannot be written, each start compiles anew. An operator's NODE_COMPILE_CACHE takes its place, NODE_DISABLE_COMPILE_CACHE switches it off.
 */
export function keepCompiledCode(folder: string): void {
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return
  enableCompileCache(folder)
  // For the processes that this one starts.
  process.env['NODE_COMPILE_CACHE'] = folder
}

/** Writes what was compiled since the start, for the next one; without it a process that is killed leaves nothing. */
export function writeCompiledCode(): void {
  flushCompileCache()
}
