import { csvRows } from './csv.js'

const rows = [
  { day: '2026-01-31', model: 'x' },
  { day: '2026-02-01', model: 'y' },
]

test.each([
  ['LF', 'day,model\n2026-01-31,x\n2026-02-01,y\n'],
  ['CRLF', 'day,model\r\n2026-01-31,x\r\n2026-02-01,y\r\n'],
  ['CR', 'day,model\r2026-01-31,x\r2026-02-01,y'],
  ['no line end at the end', 'day,model\n2026-01-31,x\n2026-02-01,y'],
  ['empty lines', 'day,model\n\n2026-01-31,x\n\r\n2026-02-01,y\n\n'],
  ['tabs', 'day\tmodel\n2026-01-31\tx\n2026-02-01\ty'],
  ['a byte order mark and spaces around names', '\ufeffday, model \n2026-01-31,x\n2026-02-01,y'],
  ['a byte order mark before quotes', '\ufeff"day","model"\n2026-01-31,x\n2026-02-01,y'],
  ['quotes', '"day","model"\n"2026-01-31","x"\n2026-02-01,"y"'],
])('%s', (_name, text) => {
  expect(csvRows(text)).toEqual(rows)
})

test.each([
  ['separators and line ends in quotes', 'a,b\n"1,2\r\n3",4', [{ a: '1,2\r\n3', b: '4' }]],
  ['quotes in quotes', 'a\n"say ""x"""', [{ a: 'say "x"' }]],
  ['cells that are missing', 'a,b\n1', [{ a: '1', b: '' }]],
  ['a separator at the end', 'a,b\n1,', [{ a: '1', b: '' }]],
  ['a quote without an end', 'a,b\n"1,2', [{ a: '1,2', b: '' }]],
  ['nothing', '', []],
])('%s', (_name, text, expected) => {
  expect(csvRows(text)).toEqual(expected)
})
