import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ChartProperties } from './chart.js'
import { stacked } from './course.js'

const height = 180

/** Draws into an element whose colours are those of its `.swatch` neighbours. The result takes the drawing away. */
export function drawChart(place: HTMLElement, chart: ChartProperties, onPoint: (index: number | undefined) => void): () => void {
  const { lines, starts, form, axis } = chart
  const colours = lines.map(({ tone }) => colourOf(place, `swatch ${tone}`))
  const [words, grid] = [colourOf(place, 'muted'), colourOf(place, 'chart-grid')]
  const numbers = lines.map(({ values }) => [...values])
  const heights = form === 'stack' ? stackHeights(numbers) : numbers
  // The highest of a stack is drawn first, the others over it.
  const order = form === 'stack' ? heights.map((_, index) => heights.length - 1 - index) : heights.map((_, index) => index)
  const step = (starts[1] ?? (starts[0] ?? 0) + 3600) - (starts[0] ?? 0)
  const line = {
    stroke: words,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid, width: 1, size: 4 },
    font: '12px system-ui, sans-serif',
  }
  const plot = new uPlot(
    {
      width: Math.max(200, place.clientWidth),
      height,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: form === 'line' } },
      scales: {
        x: { range: (_plot, least, most) => [least - step / 2, most + step / 2] },
        y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.08 : 1] },
      },
      axes: [
        { ...line, size: step >= 86_400 ? 28 : 40, space: 70, values: timeTexts(step) },
        { ...line, size: 62, space: 36, values: (_plot, values) => values.map(axis) },
      ],
      series: [
        {},
        ...order.map((index) => {
          const colour = colours[index] ?? words
          return form === 'stack'
            ? { fill: colour, width: 0, points: { show: false }, paths: bars() }
            : { stroke: colour, width: 2, points: { size: 5, fill: colour } }
        }),
      ],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
    },
    [[...starts], ...order.map((index) => heights[index] ?? [])],
    place,
  )
  const sizes = new ResizeObserver(() => plot.setSize({ width: Math.max(200, place.clientWidth), height }))
  sizes.observe(place)
  return () => {
    sizes.disconnect()
    plot.destroy()
  }
}

/** Where a line has nothing, no bar: one without a height would be drawn as a thin line where pixels are not whole. */
function stackHeights(numbers: readonly (readonly (number | null)[])[]): (number | null)[][] {
  const heights = stacked(numbers.map((values) => values.map((value) => value ?? 0)))
  return heights.map((line, index) => line.map((height, at) => ((numbers[index]?.[at] ?? 0) === 0 ? null : height)))
}

function bars(): uPlot.Series.PathBuilder {
  const build = uPlot.paths.bars
  if (build === undefined) throw new Error('This uPlot draws no bars.')
  return build({ size: [0.7, 40], align: 0 })
}

/** Canvas takes no variables and no light-dark(): an element of the class tells its colour. */
function colourOf(place: HTMLElement, classes: string): string {
  const probe = document.createElement('span')
  probe.className = classes
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const timeTexts =
  (step: number) =>
  (_plot: uPlot, seconds: readonly number[]): string[] =>
    seconds.map((at, index) => {
      const text = new Date(at * 1000).toISOString()
      const day = `${text.slice(8, 10)} ${months[Number(text.slice(5, 7)) - 1] ?? ''}`
      if (step >= 86_400) return day
      const before = seconds[index - 1]
      const newDay = before === undefined || Math.floor(before / 86_400) !== Math.floor(at / 86_400)
      return newDay && text.slice(11, 16) === '00:00' ? day : newDay ? `${text.slice(11, 16)}\n${day}` : text.slice(11, 16)
    })

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
