import { Select, TextField } from '../../components/field.js'
import { fieldOfTime, timeOfField } from '../../format/times.js'
import { setQuery } from '../../router/router.js'
import { dimensions, dimensionTitles, type Dimension } from './query.js'
import { rangeParameters, spanOf, type Range } from './range.js'

const ranges: readonly { readonly value: Range['kind']; readonly label: string }[] = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: '7 days up to today' },
  { value: '30d', label: '30 days up to today' },
  { value: 'custom', label: 'From … to …' },
]

const groups = dimensions.map((value) => ({ value, label: dimensionTitles[value] }))

export function RangeFields({ range, group }: { readonly range: Range; readonly group: Dimension }) {
  const choose = (kind: Range['kind']) => {
    const { from, to } = spanOf(range, Date.now())
    setQuery({ from: '', to: '', ...rangeParameters(kind === 'custom' ? { kind, from, to } : { kind }) })
  }
  const move = (end: 'from' | 'to') => (field: string) => {
    const time = timeOfField(field)
    if (time !== undefined) setQuery({ range: 'custom', [end]: time })
  }
  return (
    <div class="usage-fields">
      <Select label="Time (UTC)" value={range.kind} choices={ranges} onChange={choose} />
      {range.kind === 'custom' && (
        <>
          <TextField label="From (UTC)" type="datetime-local" value={fieldOfTime(range.from)} onInput={move('from')} />
          <TextField label="To (UTC)" type="datetime-local" value={fieldOfTime(range.to)} onInput={move('to')} />
        </>
      )}
      <Select label="Group by" value={group} choices={groups} onChange={(by) => setQuery({ by })} />
    </div>
  )
}
