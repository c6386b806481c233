// Draws docs/images/performance.svg from build/bench/results.json: processor time for each request, as bars. node scripts/bench/chart.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

const { results } = JSON.parse(readFileSync(join(root, 'build', 'bench', 'results.json'), 'utf8'))
const width = 720
const left = 220
const right = 150
const barHeight = 12
const groupGap = 14
const colours = { anywire: '#2563eb', 'minimal proxy': '#94a3b8' }

const bars = results.flatMap(({ scenario, candidates }) =>
  candidates
    .filter(({ name }) => name in colours)
    .map(({ name, microseconds }, index) => ({ label: index === 0 ? scenario : '', name, microseconds })),
)
const longest = Math.max(...bars.map(({ microseconds }) => microseconds))
let y = 44
const rows = bars.map(({ label, name, microseconds }) => {
  if (label !== '') y += groupGap
  const length = Math.max(2, Math.round((microseconds / longest) * (width - left - right)))
  const row = `${label === '' ? '' : text(left - 10, y + 10, label, 'end')}
  <rect x="${left}" y="${y}" width="${length}" height="${barHeight}" rx="2" fill="${colours[name]}"/>
  ${text(left + length + 8, y + 10, `${Math.round(microseconds)} µs`)}`
  y += barHeight + 3
  return row
})
const legend = Object.entries(colours)
  .map(([name, colour], index) => {
    const x = left + index * 120
    return `<rect x="${x}" y="34" width="10" height="10" rx="2" fill="${colour}"/>${text(x + 16, 43, name)}`
  })
  .join('\n  ')

writeFileSync(
  join(root, 'docs', 'images', 'performance.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 16}" font-family="system-ui, sans-serif" font-size="11" fill="#64748b" role="img" aria-label="Processor time for each request: anywire beside a minimal proxy in Node">
  ${text(left, 20, 'Processor time for each request (less is better)')}
  ${legend}
  ${rows.join('\n  ')}
</svg>
`,
)

function text(x, y, content, anchor = 'start') {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped}</text>`
}
