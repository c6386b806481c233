import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Program, programPath } from '../program.js'

let folder: string
let dist: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-compiled-'))
  dist = join(folder, 'dist')
  cpSync(dirname(programPath), dist, { recursive: true, filter: (path) => !path.endsWith('compile-cache') })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const configuration = { database: 'memory', providers: [] }

test('a start writes what was compiled for the next one, beside the program', async () => {
  const program = await Program.start(configuration, { program: join(dist, 'main.js') })
  await program.end()
  const [edition = ''] = readdirSync(join(dist, 'compile-cache'))
  expect(readdirSync(join(dist, 'compile-cache', edition)).length).toBeGreaterThan(10)
})

test('a program whose folder cannot be written starts without it', async () => {
  writeFileSync(join(dist, 'compile-cache'), '')
  const program = await Program.start(configuration, { program: join(dist, 'main.js') })
  expect((await fetch(`${program.address}/healthz`)).status).toBe(200)
  await program.end()
})
