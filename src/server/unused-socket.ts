import { lstat, unlink } from 'node:fs/promises'
import { connect } from 'node:net'

/** Returns the path when it is free to listen on: a stale socket file of a killed process is removed, one that is in use is not. */
export async function unusedSocket(path: string): Promise<string> {
  const code = await new Promise<string | undefined>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(undefined)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code)
    })
  })
  // A file of another type refuses connections too, and is not the gateway's to remove: listening there fails.
  if (code === 'ECONNREFUSED' && (await lstat(path)).isSocket()) await unlink(path)
  return path
}
