import { mkdtemp, readdir, rmdir, stat } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unusedSocket } from '../../server/unused-socket.js'

const prefix = 'anywire-entrance-'
const socketName = 'gateway.sock'
/** A gateway that starts listens sooner in the folder that it has made. */
const startMs = 60_000

/** A folder that only this user may enter, for the socket on which the gateway's own process listens. */
export class EntranceFolder {
  readonly socket: string

  private constructor(private readonly folder: string) {
    this.socket = join(folder, socketName)
    // Also after a start that fails.
    process.once('exit', this.remove)
  }

  /** Makes one, and removes those of gateways that were killed. */
  static async make(parent = tmpdir()): Promise<EntranceFolder> {
    await removeLeft(parent)
    return new EntranceFolder(await mkdtemp(join(parent, prefix)))
  }

  readonly remove = (): void => {
    process.off('exit', this.remove)
    rmSync(this.folder, { recursive: true, force: true })
  }
}

async function removeLeft(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(parent, name)
    try {
      if (Date.now() - (await stat(folder)).mtimeMs < startMs) continue
      await unusedSocket(join(folder, socketName))
      await rmdir(folder)
    } catch {
      // In use, or another user's.
    }
  }
}
