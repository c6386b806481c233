import { compiledWhole } from '../engine/compile-cache.js'

/**
 * Loads what a request to a model takes, compiled before there is one. The compiled validators, of which a process uses a small part, are
 * loaded before it, so that the others take no memory.
 */
export async function loadRequestPath(): Promise<void> {
  await Promise.all([import('../contract/own-operations.js'), import('../config/compiled-shape.js')])
  await compiledWhole(() => import('../workers/worker/app.js'))
}
