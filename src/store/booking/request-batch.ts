import type { Money } from '../../accounting/money.js'
import { firstByteStep } from './first-byte.js'
import { limbsOf } from './limbs.js'
import { daySeconds, slotSeconds, stagedColumns, type BookedRequest, type CountedAs } from './staged-request.js'

type Value = string | number | null

const columnNames = Object.keys(stagedColumns)

/** Columns of texts without line breaks that differ from request to request. */
export const lineColumns = ['id', 'started_at', 'cost_usd', 'attempts'] as const satisfies readonly (keyof typeof stagedColumns)[]

const lineIndexes = lineColumns.map((name) => columnNames.indexOf(name))

/** A batch as the database's thread takes it. */
export interface BatchColumns {
  /** Of requests. */
  readonly length: number
  /** JSON list of columns: each a list of all values or of the only one; `lineColumns` are empty. */
  readonly columns: string
  /** UTF-8 lines: of each request the values of `lineColumns`. */
  readonly lines: Uint8Array
}

const firstBytes = 65_536
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const bytesPerUnit = 3

/**
 * Requests for the database, in columns (`stagedColumns`). A column whose values are all equal, as most are, has one value. Texts that
 * differ are collected as bytes: as strings they would outlive collections of young objects, and be copied by each.
 */
export class RequestBatch {
  /** The value of the first request in each column. */
  readonly #first: Value[] = columnNames.map(() => null)
  /** All values of a column; `undefined` while they are equal to the first. */
  readonly #values: (Value[] | undefined)[] = columnNames.map(() => undefined)
  /** The column of the value that comes next. */
  #next = 0
  #length = 0
  #lines = Buffer.allocUnsafeSlow(firstBytes)
  #bytes = 0
  /** Id and tag. */
  #tags: (readonly [string, string])[] = []

  get length(): number {
    return this.#length
  }

  /** Empties it for further requests. */
  clear(): void {
    this.#values.fill(undefined)
    this.#length = 0
    this.#bytes = 0
    this.#tags = []
  }

  /** `startedAt`: milliseconds since the epoch. `tags`: each once, as the sums have them. */
  add(request: BookedRequest, startedAt: number, cost: Money, counted: CountedAs = request, tags = tagsOf(request)): void {
    for (const tag of tags) this.#tags.push([request.id, tag])
    const seconds = Math.floor(startedAt / 1000)
    const endSeconds = Math.floor((startedAt + request.duration_ms) / 1000)
    const { high, middle, low } = limbsOf(cost)
    this.#write(`${request.id}\n${request.started_at}\n${request.cost_usd}\n${request.attempts}\n`)
    this.#next = 0
    this.#skip()
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
    this.#skip()
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
    this.#skip()
    this.#put(request.cost_source)
    this.#skip()
    this.#put(request.losses)
    this.#put(counted.end_user)
    this.#put(counted.model)
    this.#put(counted.upstream_model)
    this.#put(seconds - (seconds % daySeconds))
    this.#put(seconds - (seconds % slotSeconds))
    this.#put(endSeconds - (endSeconds % daySeconds))
    this.#put(firstByteStep(request.first_byte_ms))
    this.#put(high)
    this.#put(middle)
    this.#put(low)
    this.#length++
  }

  /** Leaves out a column of `lineColumns`. */
  #skip(): void {
    this.#next++
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

  #write(lines: string): void {
    const most = lines.length * bytesPerUnit
    if (this.#lines.length - this.#bytes < most) {
      const longer = Buffer.allocUnsafeSlow(Math.max(2 * this.#lines.length, this.#bytes + most))
      this.#lines.copy(longer, 0, 0, this.#bytes)
      this.#lines = longer
    }
    this.#bytes += this.#lines.write(lines, this.#bytes)
  }

  get columns(): BatchColumns {
    const columns = this.#values.map((values, column) => {
      if (lineIndexes.includes(column)) return []
      return values ?? this.#first.slice(column, column + 1)
    })
    // A copy: a part of a buffer would be sent to a thread with all of it.
    return { length: this.#length, columns: JSON.stringify(columns), lines: new Uint8Array(this.#lines.subarray(0, this.#bytes)) }
  }

  /** JSON of the rows, each a list of values. */
  get rowsText(): string {
    const lines = this.#lines.toString('utf8', 0, this.#bytes).split('\n')
    const columns = this.#values.map((values, column) => {
      const place = lineIndexes.indexOf(column)
      if (place < 0) return values ?? this.#repeated(column)
      return Array.from({ length: this.#length }, (_, row) => lines[row * lineIndexes.length + place] ?? '')
    })
    return JSON.stringify(Array.from({ length: this.#length }, (_, row) => columns.map((values) => values[row])))
  }

  get tagsText(): string {
    return JSON.stringify(this.#tags)
  }
}

function tagsOf({ tags }: BookedRequest): readonly string[] {
  return tags === null ? [] : tags.split(',')
}
