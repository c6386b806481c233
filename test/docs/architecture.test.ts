// What docs/architecture.md and CONTRIBUTING.md say of the code is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const architecture = readFileSync('docs/architecture.md', 'utf8')
const pages = { 'docs/architecture.md': architecture, 'CONTRIBUTING.md': readFileSync('CONTRIBUTING.md', 'utf8') }

test('the middleware stands in its order', () => {
  const used = [...readFileSync('src/server/app.ts', 'utf8').matchAll(/app\.use\(\s*(\w+)/g)].map(([, name]) => name)
  const shown = architecture.slice(architecture.indexOf('identifyRequest'), architecture.indexOf('runOperation') + 'runOperation'.length)
  expect(shown.split(/\s*▸\s*/)).toEqual(used)
})

test('every room of src/ is named', () => {
  const list = /## Rooms\n([^]*?)\n## /.exec(architecture)?.[1] ?? ''
  const named = new Set([...list.matchAll(/`([a-z-]+)(?:\/[^`]*)?`/g)].map(([, name]) => name))
  const folders = readdirSync('src', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  expect(folders.filter((name) => !named.has(name))).toEqual([])
})

test.each(Object.entries(pages))('%s: every file and folder is there', (page, text) => {
  const paths = [...text.matchAll(/`((?:src|test|scripts|docs|openapi|generated|console)\/[^`\s:]*)`/g)].map(([, path = '']) => path)
  const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => join(dirname(page), path))
  const missing = [...paths, ...links].filter((path) => !path.includes('<') && !path.includes('*') && !existsSync(path))
  expect({ paths: paths.length > 5, missing }).toEqual({ paths: true, missing: [] })
})
