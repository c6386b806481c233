import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { setFlagsFromString } from 'node:v8'

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

/**
 * Loads modules so that V8 compiles them whole, not each function when it is first called: what is kept of them is then all that the first
 * requests need. Where no code is kept, each start would compile it all: then they are loaded like others.
 */
export async function compiledWhole<Module>(load: () => Promise<Module>): Promise<Module> {
  if (getCompileCacheDir() === undefined) return load()
  setFlagsFromString('--no-lazy')
  try {
    return await load()
  } finally {
    setFlagsFromString('--lazy')
  }
}
