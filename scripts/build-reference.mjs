// Builds the published documents of the contract. dist/reference/: the API reference as a page without external resources; names of scripts have
// a hash of the content, so that caches may keep them for ever.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { stringify } from 'yaml'

export function buildReference(root, dist) {
  const folder = join(dist, 'reference')
  mkdirSync(folder, { recursive: true })
  const scalar = readFileSync(join(root, 'node_modules', '@scalar', 'api-reference', 'dist', 'browser', 'standalone.js'), 'utf8')
  const part = (name) => readFileSync(join(root, 'openapi', 'page', name), 'utf8')
  const { info, tags, paths } = JSON.parse(readFileSync(join(root, 'openapi', 'dist', 'gateway.json'), 'utf8'))
  const values = {
    title: escaped(info.title),
    summary: escaped(info.summary),
    style: `<style>\n${part('style.css')}</style>`,
    operations: tags.map((tag) => listOf(tag, paths)).join(''),
    renderer: put(folder, 'scalar', scalar.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')),
    start: put(folder, 'start', `;(() => {\n${part('start.js')}})()\n`),
  }
  write(
    folder,
    'index.html',
    part('index.html').replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name]),
  )
}

/** The operations of a tag as links, each to the reference of one. */
function listOf({ name, description }, paths) {
  const lines = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags?.[0] === name)
      .map(
        ([method, { operationId, summary }]) =>
          `<li><a href="#${operationId}">${escaped(summary)}</a> <code>${method.toUpperCase()} ${escaped(path)}</code></li>`,
      ),
  )
  return `<section><h2>${escaped(name)}</h2><p>${escaped(description)}</p><ul>${lines.join('')}</ul></section>\n`
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** dist/openapi/*.yaml: the documents as the gateway sends them, with a placeholder for its address. */
export function writeYamlDocuments(dist) {
  const folder = join(dist, 'openapi')
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const document = { ...JSON.parse(readFileSync(join(folder, file), 'utf8')), servers: [{ url: 'https://gateway.invalid' }] }
    writeFileSync(join(folder, file.replace(/json$/, 'yaml')), stringify(document, { aliasDuplicateObjects: false }))
  }
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 12)

function put(folder, name, text) {
  const file = `${name}-${hashOf(text)}.js`
  write(folder, file, text)
  return file
}

/** A file with its packed forms. gzipSync writes no time: two builds of one commit have the same bytes. */
function write(folder, file, text) {
  writeFileSync(join(folder, file), text)
  writeFileSync(join(folder, `${file}.gz`), gzipSync(text, { level: 9 }))
  // The highest quality takes 15 seconds for the renderer, for a tenth less.
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}
