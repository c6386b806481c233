import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntranceFolder } from './entrance-folder.js'

let parent: string
let server: Server | undefined
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'anywire-folders-'))
})
afterEach(async () => {
  await new Promise<void>((resolve) => {
    if (server === undefined) resolve()
    else server.close(() => resolve())
  })
  server = undefined
  rmSync(parent, { recursive: true })
})

const longAgo = new Date(Date.now() - 3_600_000)

/** A folder as a gateway makes it, before `make` is called. */
function folder(name: string): string {
  const path = join(parent, `anywire-entrance-${name}`)
  mkdirSync(path)
  return path
}

test('it has room for a socket, and is removed with what is in it', async () => {
  const made = await EntranceFolder.make(parent)
  writeFileSync(made.socket, '')
  made.remove()
  expect(readdirSync(parent)).toEqual([])
})

test('what a killed gateway has left is removed; what is in use, new or not ours stays', async () => {
  const left = folder('left')
  utimesSync(left, longAgo, longAgo)
  const starting = folder('starting')
  const used = folder('used')
  server = createServer().listen(join(used, 'gateway.sock'))
  await new Promise((resolve) => server?.once('listening', resolve))
  utimesSync(used, longAgo, longAgo)
  const other = join(parent, 'another-program')
  mkdirSync(other)
  utimesSync(other, longAgo, longAgo)
  const made = await EntranceFolder.make(parent)
  expect(existsSync(left)).toBe(false)
  expect([starting, used, other].map((path) => existsSync(path))).toEqual([true, true, true])
  made.remove()
})
