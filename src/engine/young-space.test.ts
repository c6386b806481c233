import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MiB = 1024 * 1024

/** The largest size of the space for young objects in a process of which much survives its first collections. */
function largestSpace(limited: boolean): number {
  const module = fileURLToPath(new URL('./young-space.ts', import.meta.url))
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8'
    ${limited ? `import { limitYoungSpace } from ${JSON.stringify(module)}; limitYoungSpace()` : ''}
    let [most, kept] = [0, []]
    for (let round = 0; round < 500; round++) {
      for (let count = 0; count < 2000; count++) kept.push({ text: 'x'.repeat(50) + count })
      if (kept.length > 30_000) kept = kept.slice(20_000)
      most = Math.max(most, getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').space_size)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    console.log(most)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script])
  expect(stderr.toString()).toBe('')
  return Number(stdout.toString())
}

test('the space for young objects stays at its size, which it would exceed', () => {
  expect(largestSpace(false)).toBeGreaterThan(32 * MiB)
  expect(largestSpace(true)).toBeLessThanOrEqual(32 * MiB)
})
