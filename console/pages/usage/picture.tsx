import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { formatted, timeOf, type ChartProperties } from './chart.js'
import { theme } from '../../layout/theme.js'

/** Draws a chart on a canvas, with a legend that shows the numbers under the pointer. */
export function Picture(properties: ChartProperties) {
  const { title, lines, starts, format } = properties
  const place = useRef<HTMLDivElement>(null)
  const pointed = useSignal<number | undefined>(undefined)
  const failed = useSignal(false)
  const chosen = theme.value
  useEffect(() => {
    const element = place.current
    if (element === null) return
    let remove: (() => void) | undefined
    let left = false
    const draw = (): void => {
      import('./draw.js').then(
        ({ drawChart }) => {
          if (left) return
          remove?.()
          remove = drawChart(element, properties, (index) => (pointed.value = index))
        },
        () => (failed.value = true),
      )
    }
    draw()
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      left = true
      dark.removeEventListener('change', draw)
      remove?.()
    }
  }, [starts, lines, chosen])
  const index = pointed.value
  const start = index === undefined ? undefined : starts[index]
  return (
    <>
      <div class="chart-place" ref={place} role="img" aria-label={`${title} over time. The table has the same numbers.`} />
      {failed.value && <p class="muted">The chart could not be loaded; the table has its numbers.</p>}
      <div class="legend">
        <ul>
          {lines.map(({ label, tone, values }) => (
            <li key={label}>
              <span class={`swatch ${tone}`} />
              {label}
              {index !== undefined && <strong> {formatted(values[index], format)}</strong>}
            </li>
          ))}
        </ul>
        <span class="muted">{start === undefined ? '' : `${timeOf(start)} UTC`}</span>
      </div>
    </>
  )
}
