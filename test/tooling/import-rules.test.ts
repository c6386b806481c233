import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

interface ImportRules {
  readonly rooms: Readonly<Record<string, readonly string[]>>
  readonly shared: readonly string[]
  readonly listing: readonly string[]
  readonly refusal: (importer: string, imported: string) => string | undefined
}
interface ImportCircles {
  readonly importsIn: (folder: string) => Imports
  readonly circlesIn: (imports: Imports) => readonly string[]
}
type Imports = ReadonlyMap<string, readonly string[]>

const { rooms, shared, listing, refusal } = (await import(pathToFileURL('scripts/lint/import-rules.mjs').href)) as ImportRules
const { importsIn, circlesIn } = (await import(pathToFileURL('scripts/lint/import-circles.mjs').href)) as ImportCircles

test('every room of src/ has its rule, and uses only rooms before it', () => {
  const names = Object.keys(rooms)
  const folders = readdirSync('src', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  expect([...folders].sort()).toEqual([...names].sort())
  for (const [index, [room, used]] of Object.entries(rooms).entries())
    expect([room, used.filter((name) => !names.slice(0, index).includes(name))]).toEqual([room, []])
})

test('every allowance is used', () => {
  const used = new Set<string>()
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    const imported = [...readFileSync(join('src', file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    for (const [, path = ''] of imported) used.add(`${file.split('/')[0]} uses ${join(file, '..', path).split('/')[0]}`)
  }
  const allowed = Object.entries(rooms).flatMap(([room, others]) => others.map((other) => `${room} uses ${other}`))
  expect(allowed.filter((allowance) => !used.has(allowance))).toEqual([])
  expect([...shared, ...listing].filter((path) => !existsSync(join('src', path)))).toEqual([])
})

test('no files of src/ import one another in a circle', () => {
  const imports = importsIn('src')
  expect([...imports.values()].flat().length).toBeGreaterThan(1000)
  expect(circlesIn(imports)).toEqual([])
})

test.each([
  ['none', { a: ['b', 'c'], b: ['c'], c: [] }, []],
  ['of two', { a: ['b'], b: ['a'] }, ['a → b → a']],
  ['of three, reached from outside', { x: ['a'], a: ['b'], b: ['c'], c: ['a'] }, ['a → b → c → a']],
  ['behind a file that is known', { a: ['b'], c: ['b', 'd'], b: [], d: ['c'] }, ['c → d → c']],
])('circles: %s', (_name, imports: Readonly<Record<string, readonly string[]>>, circles) => {
  expect(circlesIn(new Map(Object.entries(imports)))).toEqual(circles)
})

describe('what may be imported', () => {
  test.each([
    ['operations/create-message.ts', 'relay/conversation.js'],
    ['relay/conversation.ts', 'dialects/registry.js'],
    ['relay/conversation.ts', 'exchange/reply.js'],
    ['dialects/messages/error.ts', 'exchange/error.js'],
    ['dialects/messages/error.ts', 'dialects/messages/json.js'],
    ['dialects/messages/error.ts', 'dialects/openai-error.js'],
    ['dialects/messages/error.ts', '../generated/messages/model/index.js'],
    ['dialects/registry.ts', 'dialects/messages/index.js'],
    ['providers/kinds.ts', 'providers/openai/index.js'],
    ['media/audio/speech.ts', 'media/multipart/upload.js'],
    ['cli/start.ts', 'server/start.js'],
    ['exchange/ledger.ts', 'json/pointer.js'],
    ['config/substitute.ts', 'json/pointer.js'],
    ['main.ts', 'cli/run.js'],
  ])('%s uses %s', (importer, imported) => {
    expect(refusal(importer, imported)).toBeUndefined()
  })
})

describe('what may not', () => {
  test.each([
    ['dialects/messages/error.ts', 'dialects/responses/error.js', 'dialects/messages does not know dialects/responses'],
    [
      'dialects/messages/error.ts',
      'dialects/registry.js',
      'dialects/registry.js lists the folders of dialects; a folder of it cannot use it',
    ],
    ['dialects/messages/error.ts', 'relay/conversation.js', 'dialects may use only json, exchange, not relay'],
    ['json/object.ts', 'exchange/located.js', 'json may use no other room, not exchange'],
    ['exchange/reply.ts', 'dialects/dialect.js', 'exchange may use only json, not dialects'],
    ['providers/cohere/index.ts', 'providers/openai/index.js', 'providers/cohere does not know providers/openai'],
    ['store/store.ts', 'relay/reply.js', 'store may use only json, engine, exchange, config, accounting, access, not relay'],
    ['providers/provider.ts', 'config/configuration.js', 'providers may use only json, exchange, not config'],
    ['playground/page.ts', 'relay/reply.js', 'playground has no rule in scripts/lint/import-rules.mjs'],
    ['main.ts', 'server/start.js', 'main.ts may import cli and engine only'],
    ['relay/conversation.ts', 'main.js', 'nothing imports the executable'],
    ['relay/conversation.ts', '../scripts/build.mjs', 'src/ uses its own rooms and generated/ only'],
  ])('%s does not use %s', (importer, imported, reason) => {
    expect(refusal(importer, imported)).toBe(reason)
  })
})
