import { csvLine } from './csv.js'

test.each([
  [['a', 1, null], 'a,1,\r\n'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@x', '\tx', -1], "'=1+1,'+1,'-1,'@x,'\tx,-1\r\n"],
])('%j as CSV', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
