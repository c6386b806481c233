import { GrowingMarkdown } from './growing.js'
import { blocksOf, type Block } from './render.js'

const htmlOf = (markdown: string) =>
  blocksOf(markdown)
    .map(({ block }) => (block.kind === 'html' ? block.html : `[${block.language}] ${block.code}`))
    .join('')

test.each([
  ['a script', '<script>alert(1)</script>', /^&lt;script/],
  ['HTML inside of a paragraph', 'a <img src=x onerror=alert(1)> b', /<p>a &lt;img src=x onerror=alert\(1\)&gt; b<\/p>/],
  ['HTML inside of a list', '- <svg onload=alert(1)>', /&lt;svg onload/],
  ['mathml', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style>', /^<p>&lt;math/],
  ['a javascript link', '[x](javascript:alert(1))', /^<p>x<\/p>/],
  ['a javascript link in mixed case', '[x](JaVaScRiPt:alert(1))', /^<p>x<\/p>/],
  ['a javascript link with entities', '[x](javascript&#58;alert(1))', /^<p>x<\/p>/],
  ['a javascript link with a tab', '[x](<java\tscript:alert(1)>)', /^<p>x<\/p>/],
  ['a data link', '[x](data:text/html;base64,PHNjcmlwdD4=)', /^<p>x<\/p>/],
  ['a javascript autolink', '<javascript:alert(1)>', /^<p>[^<]*<\/p>/],
  ['a vbscript link', '[x](vbscript:x)', /^<p>x<\/p>/],
  ['a quote in a link', '[x](https://a.test/"onmouseover="alert(1))', /href="https:\/\/a\.test\/(?:%22|&quot;)onmouseover/],
  ['a quote in the text of a picture', '![" onload="alert(1)](data:image/png;base64,AA==)', /alt="&quot; onload=&quot;alert\(1\)"/],
  [
    'a remote picture',
    '![cat](https://leak.test/cat.png?q=1)',
    /^<p><a href="https:\/\/leak\.test\/cat\.png\?q=1">picture from leak\.test: cat<\/a><\/p>/,
  ],
  ['a picture without a scheme', '![cat](//leak.test/cat.png)', /^<p>cat<\/p>/],
  ['an svg picture as data', '![x](data:image/svg+xml;base64,PHN2Zz4=)', /^<p>x<\/p>/],
  [
    'a picture in a link',
    '[![a](https://leak.test/a.png)](javascript:alert(1))',
    /^<p><a href="https:\/\/leak\.test\/a\.png">picture from leak\.test: a<\/a><\/p>/,
  ],
  ['a link by reference', '[x][r]\n\n[r]: javascript:alert(1)', /^<p>x<\/p>/],
  ['HTML in a code span', '`<script>`', /<code>&lt;script&gt;<\/code>/],
  ['HTML in a heading', '# <b onclick=x>', /^<h3>&lt;b onclick=x&gt;<\/h3>/],
  ['HTML in a table', '| <i> |\n|-|\n| <script> |', /<th>&lt;i&gt;<\/th>[^]*<td>&lt;script&gt;<\/td>/],
  ['entities', 'a &lt;b&gt; &amp; c', /^<p>a &lt;b&gt; &amp; c<\/p>/],
  ['usual signs', 'a < b & c > "d"', /^<p>a &lt; b &amp; c &gt; &quot;d&quot;<\/p>/],
  ['a code block', '```js"><script>\nx < 1\n```', /^\[js\] x < 1$/],
])('%s', (_, markdown, html) => {
  expect(htmlOf(markdown)).toMatch(html)
  expect(htmlOf(markdown)).not.toMatch(/<(?:script|svg|math|style|iframe|form)|"javascript:|<\w+(?:[^>"]|"[^"]*")*\son\w+=/i)
})

test('growing text gives the blocks of the whole text, and settled ones stay the same objects', () => {
  const whole = '# Title\n\nA *paragraph*\nof two lines.\n\n- one\n- two\n\n```js\nlet a = 1\n```\n\n| a |\n|-|\n| b |\n\nEnd.'
  const growing = new GrowingMarkdown()
  let before: readonly Block[] = []
  let settledBefore = 0
  for (let length = 1; length <= whole.length; length += 1) {
    const { blocks, settled } = growing.read(whole.slice(0, length))
    for (let index = 0; index < settledBefore; index += 1) expect(blocks[index]).toBe(before[index])
    before = blocks
    settledBefore = settled
  }
  expect(settledBefore).toBe(4)
  expect(before).toEqual(blocksOf(whole).map(({ block }) => block))
})

test('a fence without its end is not closed', () => {
  expect(blocksOf('```js\nlet a')[0]?.block).toMatchObject({ kind: 'code', closed: false })
  expect(blocksOf('```js\nlet a\n```')[0]?.block).toMatchObject({ kind: 'code', closed: true })
})
