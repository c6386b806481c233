import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

test('the bench measures the built gateway beside the minimal proxy', () => {
  const script = fileURLToPath(new URL('../../scripts/bench/main.mjs', import.meta.url))
  const words = ['--rounds', '1', '--seconds', '0.2', '--warmup', '0.2', '--only', 'messages → chat, 0.7']
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8', timeout: 50_000 })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^\nmessages → chat, 0\.7 KB\n +anywire +[\d.]+ µs .*; cost × [\d.]+, rate × [\d.]+\n +minimal proxy +[\d.]+ µs /)
  expect(status).toBe(0)
}, 60_000)
