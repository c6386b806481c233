// dist/: the program in a few files, its dependencies inside, so that it starts fast. Two builds of one commit are the same bytes.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { validators } from './build/validators.mjs'
import { buildReference, writeYamlDocuments } from './build-reference.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * What Prism, which only `mock` loads, needs to be bundled: English words instead of those of every language, a module instead of
 * its form with requires that nobody sees, a package instead of Node's deprecated copy.
 */
const substitutes = {
  '@faker-js/faker': '@faker-js/faker/locale/en',
  'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
  punycode: 'punycode/',
}
const substitute = {
  name: 'substitute',
  setup(build) {
    build.onResolve({ filter: /^(?:@faker-js\/faker|jsonc-parser|punycode)$/ }, ({ path, kind }) =>
      build.resolve(substitutes[path], { kind, resolveDir: root }),
    )
  },
}

/** @type {import('esbuild').BuildOptions} */
export const options = {
  absWorkingDir: root,
  entryPoints: {
    main: 'src/main.ts',
    'local-model': 'src/providers/local/worker.ts',
    'token-counter': 'src/token-count/worker.ts',
    'sqlite-thread': 'src/store/sqlite/worker.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  // Beside main.js: the program finds its other files by the place of the running one.
  chunkNames: 'chunk-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node22.21',
  // The PostgreSQL client uses it where somebody has installed it.
  external: ['pg-native'],
  plugins: [substitute, validators],
  define: { ANYWIRE_VERSION: JSON.stringify(version) },
  // CommonJS packages in the bundle call require for Node's own modules.
  banner: { js: "import { createRequire as anywireRequire } from 'node:module'; const require = anywireRequire(import.meta.url);" },
  legalComments: 'none',
  logLevel: 'warning',
}

/** Empties dist/ and puts the bundled contract and its reference page there. */
export function copyContract() {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  cpSync(join(root, 'openapi', 'dist'), join(dist, 'openapi'), { recursive: true })
  writeYamlDocuments(dist)
  buildReference(root, dist)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  copyContract()
  await build(options)
  chmodSync(join(dist, 'main.js'), 0o755)
}
