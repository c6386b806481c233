// The tables of errors, in docs/errors.md and in the contract, and the contract's enumerations have each code with what the code makes of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { messagesFailures } from '../../src/dialects/messages/error-types.js'
import { statusNames } from '../../src/dialects/generate-content/error-status.js'
import { openaiErrorTypes } from '../../src/dialects/openai-error-types.js'
import { exactCodes, failureStatuses, type FailureKind } from '../../src/exchange/error.js'
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
  [...text.matchAll(/^ *\| `(\w+)` *(\|.*)\|$/gm)].map(([, code = '', cells = '']) => [
    code,
    ...cells
      .split('|')
      .slice(1)
      .map((cell) => cell.trim()),
  ])
const plain = (cell: string | undefined): string => (cell ?? '').replaceAll('`', '')

const [ofKinds, ofExactCodes] = (() => {
  const rows = rowsOf(pageText('errors.md'))
  return [rows.filter(([code]) => kinds.some((kind) => kind === code)), rows.filter(([code]) => kinds.every((kind) => kind !== code))]
})()
const ofContract = rowsOf(readFileSync(join(root, 'openapi', 'gateway.yaml'), 'utf8'))

test('the page has each kind with its status, its name in each style, cause and cure', () => {
  expect(ofKinds.map((cells) => cells.slice(0, 4).map(plain))).toEqual(
    kinds.map((kind) => [kind, statusOf(kind), messagesFailures[kind].type, statusNames[kind]]),
  )
  expect(ofKinds.filter((cells) => cells.length !== 6 || !saysCauseAndCure(cells))).toEqual([])
})

test('the page has each more exact code with its kind, its status, cause and cure', () => {
  expect(ofExactCodes.map(([code]) => code)).toEqual([...exactCodes])
  expect(ofExactCodes.filter((cells) => cells.length !== 5 || !saysCauseAndCure(cells))).toEqual([])
  expect(ofExactCodes.map(([, kind]) => plain(kind)).filter((kind) => kinds.every((known) => known !== kind))).toEqual([])
})

test('the contract has each kind with its status, cause and cure', () => {
  expect(ofContract.map(([code, status]) => [code, status])).toEqual(kinds.map((kind) => [kind, statusOf(kind)]))
  expect(ofContract.filter((cells) => cells.length !== 4 || !saysCauseAndCure(cells))).toEqual([])
})

interface Enumeration {
  readonly enum: readonly string[]
  readonly 'x-enum-descriptions': readonly string[]
}

describe('the enumerations of the contract', () => {
  const lists = parse(readFileSync(join(root, 'openapi', 'errors', 'codes.yaml'), 'utf8')) as Readonly<Record<string, Enumeration>>

  test('ErrorCode has each code with what the tables say of it', () => {
    const said = [...ofContract, ...ofExactCodes.map(([code, , ...cells]) => [code, ...cells])].map(([code, status, cause, cure]) => [
      code,
      `${status}. ${cause}. ${cure}.`,
    ])
    const { enum: codes = [], 'x-enum-descriptions': descriptions = [] } = lists['ErrorCode'] ?? {}
    expect(codes.map((code, index) => [code, descriptions[index]])).toEqual(said)
  })

  test.each([
    ['ErrorType', openaiErrorTypes],
    ['MessagesErrorType', Object.fromEntries(kinds.map((kind) => [kind, messagesFailures[kind].type]))],
    ['GeminiErrorStatus', statusNames],
  ])('%s has a word for each kind, and describes each word', (name, words) => {
    const { enum: values = [], 'x-enum-descriptions': descriptions = [] } = lists[name] ?? {}
    expect(values).toEqual(expect.arrayContaining(Object.values(words)))
    expect(descriptions).toHaveLength(values.length)
  })
})
