import type { Money } from '../../accounting/money.js'
import { limbsOf } from './limbs.js'
import { daySeconds, slotSeconds, stagedColumns, type BookedRequest, type CountedAs } from './staged-request.js'

type Value = string | number | null

const columnNames = Object.keys(stagedColumns)

/** Columns of texts without line breaks that differ from request to request: they are sent as lines, which need no escapes. */
const lineColumns: ReadonlySet<string> = new Set(['id', 'started_at', 'cost_usd', 'attempts'])

/** A batch as the database's thread takes it. */
export interface BatchColumns {
  readonly length: number
  /** JSON list of columns: each a list of all values or of the only one, or null for a column of `lines`. */
  readonly columns: string
  /** Index of a column, and its values, one in each line. */
  readonly lines: readonly (readonly [number, string])[]
}

/**
 * Requests for the database, in columns (`stagedColumns`). A column whose values are all equal, as most are, has one value: that takes a
 * fraction of the time of a text for each request.
 */
export class RequestBatch {
  /** The value of the first request in each column. */
  readonly #first: Value[] = columnNames.map(() => null)
  /** All values of a column; `undefined` while they are equal to the first. */
  readonly #values: (Value[] | undefined)[] = columnNames.map(() => undefined)
  /** The column of the value that comes next. */
  #next = 0
  #length = 0
  /** Id and tag. */
  readonly #tags: (readonly [string, string])[] = []

  get length(): number {
    return this.#length
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
    this.#length++
  }

  #put(value: Value): void {
    const column = this.#next++
    const values = this.#values[column]
    if (values !== undefined) values.push(value)
    else if (this.#length === 0) this.#first[column] = value
    else if (value !== this.#first[column]) this.#values[column] = [...this.#repeated(column), value]
  }

  #repeated(column: number): Value[] {
    return new Array<Value>(this.#length).fill(this.#first[column] ?? null)
  }

  get columns(): BatchColumns {
    const lines: (readonly [number, string])[] = []
    const columns = this.#values.map((values, column) => {
      if (values === undefined) return this.#first.slice(column, column + 1)
      if (!lineColumns.has(columnNames[column] ?? '')) return values
      lines.push([column, values.join('\n')])
      return null
    })
    return { length: this.#length, columns: JSON.stringify(columns), lines }
  }

  /** JSON of the rows, each a list of values. */
  get rowsText(): string {
    const columns = this.#values.map((values, column) => values ?? this.#repeated(column))
    return JSON.stringify(Array.from({ length: this.#length }, (_, row) => columns.map((values) => values[row])))
  }

  get tagsText(): string {
    return JSON.stringify(this.#tags)
  }
}

function tagsOf({ tags }: BookedRequest): readonly string[] {
  return tags === null ? [] : tags.split(',')
}
