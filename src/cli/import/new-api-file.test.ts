import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readNewApi } from './new-api-file.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-new-api-'))
  path = join(folder, 'one-api.db')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function database(statements: string): void {
  const made = new DatabaseSync(path)
  made.exec(statements)
  made.close()
}

const tables = 'create table channels (id integer); create table tokens (id integer, deleted_at text);'

test('a database: its channels, its tokens that are not deleted, and what is left behind', () => {
  database(`${tables} insert into channels values (1), (2); insert into tokens values (1, null), (2, '2026-01-01');
    create table users (id integer); insert into users values (1), (2), (3);
    create table options (key text); insert into options values ('ModelPrice'), ('Theme')`)
  const { channels, tokens, notes } = readNewApi(path)
  expect([channels.length, tokens.length, notes.map(({ at }) => at)]).toEqual([2, 1, ['users (3)', 'options (1)']])
})

test('an older database without the other tables leaves nothing behind', () => {
  database(tables)
  expect(readNewApi(path)).toEqual({ channels: [], tokens: [], notes: [] })
})

test('a database of something else is refused', () => {
  database('create table channels (id integer)')
  expect(() => readNewApi(path)).toThrow(/no table tokens/)
})

test.each([
  ['a list', [{ id: 1 }], []],
  ['an export', { channels: [{ id: 1 }] }, []],
  ['a whole reply', { success: true, data: { items: [{ id: 1 }], total: 1 } }, []],
  ['an older reply', { data: [{ id: 1 }] }, []],
  ['one page of a reply', { data: { items: [{ id: 1 }], total: 120 } }, ['the file has 1 of 120: export the other pages, too']],
])('%s as JSON', (_, content, notes) => {
  writeFileSync(path, JSON.stringify(content))
  const read = readNewApi(path)
  expect([read.channels, read.notes.map(({ what }) => what)]).toEqual([[{ id: 1 }], notes])
})

test('other JSON is refused', () => {
  writeFileSync(path, '{"data":5}')
  expect(() => readNewApi(path)).toThrow(/neither a list of channels/)
})
