// The table of errors, in docs/errors.md and in the contract, has each kind of failure with what the code makes of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messagesFailures } from '../../src/dialects/messages/error-types.js'
import { statusNames } from '../../src/dialects/generate-content/error-status.js'
import { failureStatuses, type FailureKind } from '../../src/exchange/error.js'
import { pageText, root } from './snippets.js'

const kinds = Object.keys(failureStatuses) as FailureKind[]

const statusOf = (kind: FailureKind): string => {
  const own = messagesFailures[kind].status
  return own === undefined ? String(failureStatuses[kind]) : `${failureStatuses[kind]} (${own})`
}

/** Each row says both, in words. */
const saysCauseAndCure = (cells: readonly string[]): boolean => cells.slice(-2).every((cell) => /\w+ \w+/.test(cell))

/** The cells of the rows whose first cell is a code. */
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^ *\| (`\w+`.*)\|$/gm)].map(([, cells = '']) => cells.split('|').map((cell) => cell.trim().replaceAll('`', '')))

test('the page has each kind with its status, its name in each style, cause and cure', () => {
  const rows = rowsOf(pageText('errors.md'))
  expect(rows.map((cells) => cells.slice(0, 4))).toEqual(
    kinds.map((kind) => [kind, statusOf(kind), messagesFailures[kind].type, statusNames[kind]]),
  )
  expect(rows.filter((cells) => cells.length !== 6 || !saysCauseAndCure(cells))).toEqual([])
})

test('the contract has each kind with its status, cause and cure', () => {
  const rows = rowsOf(readFileSync(join(root, 'openapi', 'gateway.yaml'), 'utf8'))
  expect(rows.map((cells) => cells.slice(0, 2))).toEqual(kinds.map((kind) => [kind, statusOf(kind)]))
  expect(rows.filter((cells) => cells.length !== 4 || !saysCauseAndCure(cells))).toEqual([])
})
