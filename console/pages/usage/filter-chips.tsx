import { Icon } from '../../components/icon.js'
import { setQuery } from '../../router/router.js'
import { nameText } from './names.js'
import { dimensionTitles, usedBy, type Filters } from './query.js'

/** What the page is confined to; each can be taken away. */
export function FilterChips({ filters }: { readonly filters: Filters }) {
  const used = usedBy(filters)
  if (used.length === 0) return null
  return (
    <ul class="chips" aria-label="Only">
      {used.map((dimension) => (
        <li key={dimension}>
          <button type="button" class="chip" onClick={() => setQuery({ [dimension]: '' })}>
            <span class="break">
              {dimensionTitles[dimension]}: <strong>{nameText(dimension, filters[dimension] ?? '')}</strong>
            </span>
            <Icon name="close" />
            <span class="visually-hidden">Show all again</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
