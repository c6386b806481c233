import { unlink } from 'node:fs/promises'
import { connect } from 'node:net'

/** The path, free to listen on: a socket file that a killed process left behind is removed, one that somebody listens on is not. */
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
  if (code === 'ECONNREFUSED') await unlink(path)
  return path
}
