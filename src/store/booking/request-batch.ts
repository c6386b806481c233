import type { Money } from '../../accounting/money.js'
import { limbsOf } from './limbs.js'
import { daySeconds, slotSeconds, stagedColumns, type BookedRequest, type CountedAs } from './staged-request.js'

type Value = string | number | null

const columnNames = Object.keys(stagedColumns)

/**
 * Requests for the database, in columns (`stagedColumns`): their values are kept as they are and become one text for the whole batch, in
 * which a column whose values are all equal, as most are, has one. That takes a third of the time of a text for each request.
 */
export class RequestBatch {
  readonly #columns: Value[][] = columnNames.map(() => [])
  readonly #differs: boolean[] = columnNames.map(() => false)
  /** The column of the value that comes next. */
  #next = 0
  /** Id and tag. */
  readonly #tags: (readonly [string, string])[] = []

  get length(): number {
    return this.#columns[0]?.length ?? 0
  }

  /** `startedAt`: milliseconds since the epoch. `tags`: each once, as the sums have them. */
  add(request: BookedRequest, startedAt: number, cost: Money, counted: CountedAs = request, tags = tagsOf(request)): void {
    for (const tag of tags) this.#tags.push([request.id, tag])
    const seconds = Math.floor(startedAt / 1000)
    const endSeconds = Math.floor((startedAt + request.duration_ms) / 1000)
    const { high, middle, low } = limbsOf(cost)
    this.#next = 0
    this.#put(request.id)
    this.#put(request.token_id)
    this.#put(request.token)
    this.#put(request.user_id)
    this.#put(request.team_id)
    this.#put(request.owner)
    this.#put(request.team)
    this.#put(request.end_user)
    this.#put(request.tags)
    this.#put(request.style)
    this.#put(request.model)
    this.#put(request.provider)
    this.#put(request.upstream_model)
    this.#put(request.started_at)
    this.#put(request.duration_ms)
    this.#put(request.first_byte_ms)
    this.#put(request.status)
    this.#put(request.outcome)
    this.#put(request.error)
    this.#put(request.input_tokens)
    this.#put(request.output_tokens)
    this.#put(request.cached_input_tokens)
    this.#put(request.cache_write_input_tokens)
    this.#put(request.reasoning_output_tokens)
    this.#put(request.usage_source)
    this.#put(request.cost_usd)
    this.#put(request.cost_source)
    this.#put(request.attempts)
    this.#put(request.losses)
    this.#put(counted.end_user)
    this.#put(counted.model)
    this.#put(counted.upstream_model)
    this.#put(seconds - (seconds % daySeconds))
    this.#put(seconds - (seconds % slotSeconds))
    this.#put(endSeconds - (endSeconds % daySeconds))
    this.#put(high)
    this.#put(middle)
    this.#put(low)
  }

  #put(value: Value): void {
    const column = this.#next++
    const values = this.#columns[column]
    if (values === undefined) throw new RangeError('a request has more values than there are columns')
    if (values.length > 0 && value !== values[0]) this.#differs[column] = true
    values.push(value)
  }

  /** JSON of the columns: each a list of all values, or of the only one. */
  get columnsText(): string {
    return JSON.stringify(this.#columns.map((values, column) => (this.#differs[column] === true ? values : values.slice(0, 1))))
  }

  /** JSON of the rows, each a list of values. */
  get rowsText(): string {
    return JSON.stringify(Array.from({ length: this.length }, (_, row) => this.#columns.map((values) => values[row])))
  }

  get tagsText(): string {
    return JSON.stringify(this.#tags)
  }
}

function tagsOf({ tags }: BookedRequest): readonly string[] {
  return tags === null ? [] : tags.split(',')
}
