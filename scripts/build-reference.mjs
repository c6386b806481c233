// Builds the published documents of the contract. dist/reference/: the API reference as a page without external resources; file names have a
// hash of the content, so that caches may keep them for ever.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { stringify } from 'yaml'

export function buildReference(root, dist) {
  const folder = join(dist, 'reference')
  mkdirSync(folder, { recursive: true })
  const scalar = readFileSync(join(root, 'node_modules', '@scalar', 'api-reference', 'dist', 'browser', 'standalone.js'), 'utf8')
  const names = {
    scalar: put(folder, 'scalar', scalar.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')),
    start: put(folder, 'start', `;(async () => {\n${readFileSync(join(root, 'openapi', 'page', 'start.js'), 'utf8')}})()\n`),
  }
  const page = readFileSync(join(root, 'openapi', 'page', 'index.html'), 'utf8')
  writeFileSync(
    join(folder, 'index.html'),
    page.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => names[name]),
  )
}

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
  writeFileSync(join(folder, file), text)
  // gzipSync writes no time: two builds of one commit have the same bytes.
  writeFileSync(join(folder, `${file}.gz`), gzipSync(text, { level: 9 }))
  // The highest quality takes 15 seconds for the renderer, for a tenth less.
  writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  return file
}
