// Which room of src/ may use which: imports point one way (docs/architecture.md). A room that is not named here may use every
// room but the top ones.
import { dirname, relative, resolve, sep } from 'node:path'

/** Rooms at the top: only the executable's first lines and its commands use them. */
const top = ['operations', 'server', 'cli']
const users = { operations: ['server', 'cli'], server: ['operations', 'cli'], cli: [] }

/** The room at the bottom: every room may use it. */
const bottom = 'json'

/** The only rooms that these may use, beside the one at the bottom. */
const closed = {
  json: [],
  exchange: [],
  dialects: ['exchange'],
  media: ['exchange', 'dialects'],
  providers: ['exchange', 'dialects', 'config'],
  access: ['exchange', 'config', 'contract'],
  secrets: ['exchange', 'providers', 'config'],
  record: ['exchange', 'access', 'observability'],
  routing: ['exchange', 'providers', 'config', 'access'],
  config: ['exchange', 'dialects', 'providers', 'accounting'],
  store: ['exchange', 'config', 'access', 'accounting'],
}

/** Rooms whose folders do not know one another; what lies beside the folders is for all of them. */
const separate = ['dialects', 'providers', 'media']
/** Folders of such a room that are there for its other folders. */
const shared = ['media/multipart']
/** Files that list the folders of their room, each of which they therefore import. */
const listing = ['dialects/registry.ts', 'providers/kinds.ts', 'providers/registry.ts', 'media/registry.ts']

/** Why `importer` may not import `imported` (both relative to src/), or nothing. */
export function refusal(importer, imported) {
  const [room, folder] = place(importer)
  const [usedRoom, usedFolder] = place(imported)
  if (imported.startsWith('..')) {
    if (imported.split('/')[1] !== 'generated') return 'src/ uses its own rooms and generated/ only'
    return undefined
  }
  if (room === undefined) return undefined
  if (usedRoom === undefined) return 'nothing imports the executable'
  if (room === usedRoom) {
    if (!separate.includes(room) || shared.includes(`${usedRoom}/${usedFolder}`) || usedFolder === undefined || folder === usedFolder) {
      const lists = listing.includes(withTypeScript(imported))
      return lists && folder !== undefined ? `${imported} lists the folders of ${room}; a folder of it cannot use it` : undefined
    }
    return listing.includes(importer) || isTest(importer) ? undefined : `${room}/${folder ?? importer} does not know ${room}/${usedFolder}`
  }
  if (top.includes(usedRoom))
    return top.includes(room) && room !== usedRoom && allowsTop(room, usedRoom) ? undefined : `${room} does not know ${usedRoom}`
  const allowed = closed[room]
  if (allowed === undefined || allowed.includes(usedRoom) || usedRoom === bottom) return undefined
  return `${room} may use ${allowed.length === 0 ? 'no other room' : `only ${allowed.join(', ')}`}, not ${usedRoom}`
}

const allowsTop = (room, usedRoom) => users[usedRoom].includes(room)
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
