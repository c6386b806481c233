import { useSignal } from '@preact/signals'
import { Button, ButtonLink } from '../../components/button.js'
import { Table } from '../../components/table.js'
import { utcTime } from '../../format/times.js'
import type { CourseOutcome } from './course.js'
import { Picture } from './picture.js'
import type { Interval } from './range.js'

export interface Line {
  readonly label: string
  /** Its colour. */
  readonly tone: CourseOutcome | 'first' | 'second'
  /** One for each interval; null where there is none. */
  readonly values: readonly (number | null)[]
}

export interface ChartProperties {
  readonly title: string
  readonly note?: string
  /** `stack`: bars on top of each other. */
  readonly form: 'stack' | 'line'
  readonly lines: readonly Line[]
  /** Seconds since the epoch at which the intervals begin. */
  readonly starts: readonly number[]
  readonly interval: Interval
  readonly format: (value: number) => string
  /** Short, for the axis. */
  readonly axis: (value: number) => string
  /** Where the numbers are as a file. */
  readonly csv: string
}

/** A course over time: as a picture, or as a table with the same numbers. */
export function Chart(properties: ChartProperties) {
  const { title, note, lines, starts, format, csv } = properties
  const asTable = useSignal(false)
  const isEmpty = lines.every(({ values }) => values.every((value) => value === null))
  return (
    <section class="panel chart">
      <header>
        <h2>{title}</h2>
        <div class="row">
          <Button variant="quiet" aria-pressed={asTable.value} onClick={() => (asTable.value = !asTable.value)}>
            Show as table<span class="visually-hidden">: {title}</span>
          </Button>
          <ButtonLink variant="quiet" icon="download" href={csv}>
            CSV<span class="visually-hidden"> of {title}</span>
          </ButtonLink>
        </div>
      </header>
      {asTable.value ? (
        <div class="chart-table">
          <Table
            caption={title}
            rows={starts.map((start, index) => ({ start, index }))}
            rowKey={({ start }) => String(start)}
            columns={[
              { id: 'start', header: 'From (UTC)', cell: ({ start }) => <span class="nowrap">{timeOf(start)}</span> },
              ...lines.map(({ label, values }) => ({
                id: label,
                header: label,
                numeric: true,
                cell: ({ index }: { readonly index: number }) => formatted(values[index], format),
              })),
            ]}
          />
        </div>
      ) : isEmpty ? (
        <p class="muted chart-place chart-empty">None in this time.</p>
      ) : (
        <Picture {...properties} />
      )}
      {note !== undefined && <p class="muted chart-note">{note}</p>}
    </section>
  )
}

export const timeOf = (seconds: number): string => utcTime(new Date(seconds * 1000).toISOString()).slice(0, 16)

export function formatted(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value)
}
