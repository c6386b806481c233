import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

// Styles of a page stay when another is opened: two that give one class different looks depend on the way there. The home page is apart.
test('each class has its look in one file', async () => {
  const filesOf = new Map<string, Set<string>>()
  for await (const file of glob('**/*.css', { cwd: folder, exclude: ['home/**'] })) {
    const text = readFileSync(`${folder}/${file}`, 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    for (const [, selectors = ''] of text.matchAll(/([^{}]+)\{/g))
      for (const selector of selectors.split(',')) {
        const [, name] = /^\s*\.([\w-]+)\s*$/.exec(selector) ?? []
        if (name !== undefined) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file))
      }
  }
  expect(filesOf.size).toBeGreaterThan(100)
  expect([...filesOf].filter(([, files]) => files.size > 1)).toEqual([])
})
