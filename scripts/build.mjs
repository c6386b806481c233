// Builds dist/: the program and its dependencies, bundled in a few files for a fast start. Two builds of one commit have the same bytes.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildConsole } from './build/console.mjs'
import { http, partsOfUndici, usualMediaTypes } from './build/start.mjs'
import { validators } from './build/validators.mjs'
import { vocabulary } from './build/vocabulary.mjs'
import { buildReference, writeYamlDocuments } from './build-reference.mjs'
import { writePublished } from './published/index.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Modules that are replaced so that Prism (loaded only by `mock`) can be bundled: English test data instead of all languages, ES modules
 * instead of CommonJS ones whose requires the bundler cannot see, a package instead of Node's deprecated module.
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
    'gateway-worker': 'src/workers/worker/main.ts',
  },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  // Beside main.js: the program finds its other files relative to the running one.
  chunkNames: 'chunk-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node22.21',
  // Optional for the PostgreSQL client.
  external: ['pg-native'],
  plugins: [substitute, http, partsOfUndici, usualMediaTypes, validators, vocabulary],
  define: { ANYWIRE_VERSION: JSON.stringify(version) },
  // CommonJS packages in the bundle call require for Node's own modules.
  banner: { js: "import { createRequire as anywireRequire } from 'node:module'; const require = anywireRequire(import.meta.url);" },
  // Less text to read at each start; names stay, for traces of errors.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
}

/** Empties dist/ and puts the bundled contract and its reference page there. */
export function copyContract() {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  cpSync(join(root, 'openapi', 'dist'), join(dist, 'openapi'), { recursive: true })
  writeYamlDocuments(dist)
  writePublished(root, dist)
  buildReference(root, dist)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  copyContract()
  await Promise.all([build(options), buildConsole(root)])
  chmodSync(join(dist, 'main.js'), 0o755)
}
