import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtGateway } from './built-gateway.js'

const folder = mkdtempSync(join(tmpdir(), 'anywire-modules-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a start loads all modules of Node that it needs before V8’s options change, while V8 takes the code that Node has compiled', async () => {
  const file = join(folder, 'modules.json')
  const hook = fileURLToPath(new URL('./modules-after-options.cjs', import.meta.url))
  const program = await builtGateway('http://127.0.0.1:9', {}, { NODE_OPTIONS: `--require=${hook}`, MODULES_FILE: file })
  await program.end()
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([])
})
