import { Disclosure } from '../../components/disclosure.js'
import { Select, TextField } from '../../components/field.js'
import { outcomeTitles } from '../../format/outcomes.js'
import { styleChoices } from '../../format/styles.js'
import { fieldOfTime, timeOfField } from '../../format/times.js'
import { SearchField } from '../../list/search-field.js'
import { setQuery } from '../../router/router.js'
import { requestOutcomes, type FilterName, type RequestFilters } from './filters.js'

const outcomes = [{ value: '', label: 'Every outcome' }, ...requestOutcomes.map((value) => ({ value, label: outcomeTitles[value] }))]
const styles = [{ value: '', label: 'Every style' }, ...styleChoices]

const texts: readonly (readonly [FilterName, string])[] = [
  ['provider', 'Provider'],
  ['upstream_model', 'Provider’s model'],
  ['owner', 'User'],
  ['team', 'Team'],
  ['tag', 'Tag'],
  ['end_user', 'End user'],
]

/** The filters, each in the page's address. */
export function FilterFields({ filters }: { readonly filters: RequestFilters }) {
  const more = ['from', 'to', ...texts.map(([name]) => name)].filter((name) => name in filters).length
  return (
    <div class="stack">
      <div class="filters">
        <SearchField label="Search" name="search" value={filters.search ?? ''} placeholder="Id, name or error" />
        <Select label="Outcome" value={filters.outcome ?? ''} choices={outcomes} onChange={(outcome) => setQuery({ outcome })} />
        <SearchField label="Model" name="model" value={filters.model ?? ''} />
        <SearchField label="Token" name="token" value={filters.token ?? ''} />
        <Select label="Style" value={filters.style ?? ''} choices={styles} onChange={(style) => setQuery({ style })} />
      </div>
      <Disclosure summary={more === 0 ? 'More filters' : `More filters (${more} used)`} open={more > 0}>
        <div class="stack">
          <div class="filters times">
            <Time label="From (UTC)" name="from" value={filters.from} />
            <Time label="Before (UTC)" name="to" value={filters.to} />
          </div>
          <div class="filters">
            {texts.map(([name, label]) => (
              <SearchField key={name} label={label} name={name} value={filters[name] ?? ''} />
            ))}
          </div>
        </div>
      </Disclosure>
    </div>
  )
}

function Time({ label, name, value }: { readonly label: string; readonly name: 'from' | 'to'; readonly value: string | undefined }) {
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={value === undefined ? '' : fieldOfTime(value)}
      onInput={(field) => setQuery({ [name]: timeOfField(field) ?? '' })}
    />
  )
}
