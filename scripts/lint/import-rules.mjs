// Which room of src/ may import which: imports point one way (docs/architecture.md).
import { dirname, relative, resolve, sep } from 'node:path'

/**
 * The rooms from the bottom up, each with all rooms that it may import: only rooms above it in this list, so that no two import each other.
 * `test/tooling/import-rules.test.ts` compares the list with src/.
 */
export const rooms = {
  json: [],
  observability: [],
  engine: [],
  exchange: ['json'],
  snippets: ['json', 'exchange'],
  dialects: ['json', 'exchange'],
  media: ['json', 'exchange', 'dialects'],
  'token-count': ['json', 'engine', 'exchange', 'dialects'],
  providers: ['json', 'exchange'],
  config: ['json', 'exchange', 'providers'],
  accounting: ['exchange', 'config', 'json'],
  secrets: ['exchange', 'providers', 'config'],
  contract: ['json', 'observability', 'exchange', 'dialects', 'media'],
  access: ['json', 'exchange', 'config', 'accounting', 'contract'],
  record: ['json', 'observability', 'exchange', 'accounting', 'access'],
  store: ['json', 'engine', 'exchange', 'config', 'accounting', 'access'],
  provisioning: ['json', 'config', 'secrets', 'store'],
  webhooks: ['config', 'accounting'],
  books: ['observability', 'accounting', 'access', 'record', 'store'],
  routing: ['exchange', 'providers', 'config', 'accounting', 'access'],
  relay: [
    'json',
    'engine',
    'exchange',
    'dialects',
    'media',
    'providers',
    'config',
    'accounting',
    'secrets',
    'contract',
    'access',
    'record',
    'routing',
  ],
  realtime: ['json', 'exchange', 'dialects', 'media', 'providers', 'config', 'secrets', 'contract', 'access', 'record', 'relay'],
  'contract-test': ['json', 'observability', 'dialects', 'media', 'secrets', 'contract', 'relay'],
  mock: ['json', 'exchange', 'dialects', 'contract', 'media', 'access', 'relay', 'realtime'],
  operations: [
    'json',
    'exchange',
    'dialects',
    'media',
    'token-count',
    'providers',
    'config',
    'accounting',
    'contract',
    'access',
    'record',
    'store',
    'provisioning',
    'routing',
    'relay',
  ],
  server: [
    'json',
    'observability',
    'exchange',
    'dialects',
    'token-count',
    'providers',
    'config',
    'accounting',
    'secrets',
    'contract',
    'access',
    'engine',
    'store',
    'provisioning',
    'record',
    'books',
    'webhooks',
    'routing',
    'relay',
    'realtime',
    'operations',
  ],
  workers: [
    'observability',
    'engine',
    'config',
    'accounting',
    'contract',
    'access',
    'record',
    'routing',
    'relay',
    'realtime',
    'exchange',
    'token-count',
    'operations',
    'server',
  ],
  cli: [
    'json',
    'observability',
    'engine',
    'exchange',
    'snippets',
    'dialects',
    'providers',
    'config',
    'contract',
    'access',
    'store',
    'books',
    'accounting',
    'relay',
    'contract-test',
    'mock',
    'server',
    'workers',
  ],
}

/** Rooms whose folders must not import one another; files beside the folders are for all of them. */
const separate = ['dialects', 'providers', 'media']
/** Folders of such a room that its other folders may import. */
export const shared = ['media/multipart']
/** Files that list the folders of their room, and so import each of them. */
export const listing = ['dialects/registry.ts', 'providers/kinds.ts', 'media/registry.ts']

/** Why `importer` may not import `imported` (both relative to src/), or nothing. */
export function refusal(importer, imported) {
  const [room, folder] = place(importer)
  const [usedRoom, usedFolder] = place(imported)
  if (imported.startsWith('..')) {
    if (imported.split('/')[1] !== 'generated') return 'src/ uses its own rooms and generated/ only'
    return undefined
  }
  if (room === undefined)
    return usedRoom === undefined || usedRoom === 'cli' || usedRoom === 'engine' ? undefined : `${importer} may import cli and engine only`
  if (usedRoom === undefined) return 'nothing imports the executable'
  if (room === usedRoom) {
    if (!separate.includes(room) || shared.includes(`${usedRoom}/${usedFolder}`) || usedFolder === undefined || folder === usedFolder) {
      const lists = listing.includes(withTypeScript(imported))
      return lists && folder !== undefined ? `${imported} lists the folders of ${room}; a folder of it cannot use it` : undefined
    }
    return listing.includes(importer) || isTest(importer) ? undefined : `${room}/${folder ?? importer} does not know ${room}/${usedFolder}`
  }
  const allowed = rooms[room]
  if (allowed === undefined) return `${room} has no rule in scripts/lint/import-rules.mjs`
  if (allowed.includes(usedRoom)) return undefined
  return `${room} may use ${allowed.length === 0 ? 'no other room' : `only ${allowed.join(', ')}`}, not ${usedRoom}`
}

const withTypeScript = (path) => path.replace(/\.js$/, '.ts')
const isTest = (path) => path.endsWith('.test.ts')

/** `dialects/messages/error.ts` → ['dialects', 'messages']; a file at the top of src/ has no room. */
function place(path) {
  const steps = path.split('/')
  return steps.length === 1 ? [] : [steps[0], steps.length > 2 ? steps[1] : undefined]
}

/** The rule for eslint. */
export const importDirection = {
  meta: { type: 'problem', messages: { refused: 'Import rule: {{reason}}.' }, schema: [] },
  create(context) {
    const source = resolve(context.cwd, 'src')
    const toSource = (path) => relative(source, path).split(sep).join('/')
    const check = (node) => {
      const target = node.source?.value
      if (typeof target !== 'string' || !target.startsWith('.')) return
      const reason = refusal(toSource(context.filename), toSource(resolve(dirname(context.filename), target)))
      if (reason !== undefined) context.report({ node: node.source, messageId: 'refused', data: { reason } })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check, ImportExpression: check }
  },
}
