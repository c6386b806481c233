// Builds dist/console/: the files of the web console, with hashed names, and beside each its brotli and gzip form.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

export async function buildConsole(root) {
  await build({ root: join(root, 'console'), logLevel: 'warn' })
  const folder = join(root, 'dist', 'console')
  for (const name of readdirSync(folder, { recursive: true })) if (/\.(?:js|css|html|svg)$/.test(name)) compress(join(folder, name))
}

/** Without times in the gzip header: two builds of one commit have the same bytes. */
function compress(file) {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}
