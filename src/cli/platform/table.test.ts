import { alignedText, cellOf, csvText, lineText } from './table.js'

const table = {
  columns: ['name', 'count'],
  rows: [
    ['a\u001b[2J\u0007', 5],
    ['long name', '12.50'],
    ['', null],
  ],
} as const

test('columns are aligned, numbers at the right, and nothing that a client named writes to the terminal', () => {
  expect(alignedText(table).split('\n')).toEqual(['name       count', 'a\ufffd[2J\ufffd         5', 'long name  12.50', '', ''])
})

test('text in a column of numbers puts it at the left', () => {
  expect(alignedText({ columns: ['a'], rows: [['1'], ['x23']] })).toBe('a\n1\nx23\n')
})

test('a line below other columns, without what could write to the terminal', () => {
  expect(lineText(['a\u009b', 1, null])).toBe('a\ufffd  1  \n')
})

test('rows as CSV', () => {
  expect(csvText({ columns: ['a', 'b'], rows: [['x,"y"', null]] })).toBe('a,b\n"x,""y""",\n')
})

test.each([
  ['x', 'x'],
  [0, 0],
  [true, null],
  [undefined, null],
  [{}, null],
])('%p as a cell is %p', (value, cell) => {
  expect(cellOf(value)).toBe(cell)
})
