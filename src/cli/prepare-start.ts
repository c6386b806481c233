import { compiledWhole } from '../engine/compile-cache.js'
import { prepareEngine } from '../engine/prepare-engine.js'
import { beginSpareThread } from '../store/sqlite/begin-thread.js'

/**
 * What a gateway needs whatever its configuration is, in the order in which it loads fastest (docs/decisions/bundled-program.md): the
 * database's thread, which loads meanwhile; Node's own modules, while V8's options are those of their compiled code; what a request to a
 * model takes, compiled before there is one. The compiled validators, of which a process uses a small part, are loaded before that, so that
 * the others take no memory.
 */
export async function prepareStart(): Promise<void> {
  beginSpareThread()
  prepareEngine()
  await Promise.all([import('../contract/own-operations.js'), import('../config/compiled-shape.js')])
  await compiledWhole(() => import('../workers/worker/app.js'))
}
