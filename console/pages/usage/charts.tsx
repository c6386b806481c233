import { dollars } from '../../format/money.js'
import { count, duration, shortCount } from '../../format/numbers.js'
import { Chart, type Line } from './chart.js'
import { outcomesIn, type Moment } from './course.js'
import { courseTitles } from './names.js'
import { courseGroup, exportLink, type Filters } from './query.js'
import type { Span } from './range.js'

/** The courses of requests, tokens, cost and of the time to the first token, each as a picture and as a table. */
export function Charts({ course, span, filters }: { readonly course: readonly Moment[]; readonly span: Span; readonly filters: Filters }) {
  const csv = exportLink(span, courseGroup(filters), filters)
  const common = { starts: course.map(({ start }) => start), interval: span.interval, csv }
  const line = (label: string, tone: Line['tone'], value: (moment: Moment) => number | null): Line => ({
    label,
    tone,
    values: course.map(value),
  })
  return (
    <div class="charts">
      <Chart
        {...common}
        title="Requests"
        form="stack"
        format={count}
        axis={shortCount}
        lines={outcomesIn(course).map((outcome) => line(courseTitles[outcome], outcome, (moment) => moment.outcomes[outcome] ?? 0))}
      />
      <Chart
        {...common}
        title="Tokens"
        form="stack"
        format={count}
        axis={shortCount}
        lines={[line('Input', 'first', (moment) => moment.inputTokens), line('Output', 'second', (moment) => moment.outputTokens)]}
      />
      <Chart
        {...common}
        title="Cost"
        form="stack"
        format={(value) => dollars(value.toFixed(6))}
        axis={(value) => `$${Number(value.toPrecision(4))}`}
        lines={[line('US dollars', 'first', (moment) => Number(moment.cost))]}
      />
      <Chart
        {...common}
        csv={exportLink(span, undefined, filters)}
        title="Time to first token"
        note="Of streamed replies."
        form="line"
        format={duration}
        axis={(value) => (Number.isInteger(value) ? duration(value) : '')}
        lines={[line('p50', 'first', (moment) => moment.firstTokenP50), line('p95', 'second', (moment) => moment.firstTokenP95)]}
      />
    </div>
  )
}
