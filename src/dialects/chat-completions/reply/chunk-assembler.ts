import { isObject, objectOf, objectsOf, parseObject, type JsonObject } from '../../../json/object.js'

type Members = Record<string, unknown>

/** Texts that come in pieces. Other members of a delta replace what was there. */
const pieces = new Set(['content', 'refusal', 'reasoning', 'reasoning_content', 'arguments', 'input', 'data', 'transcript'])

/** Makes one whole completion of the chunks of a stream. */
export class ChunkAssembler {
  readonly #choices = new Map<number, Members>()
  #head: Members | undefined
  #bytes = 0

  /** `mostBytes`: of a longer stream nothing is kept. */
  constructor(private readonly mostBytes: number) {}

  /** Takes the data of one event. */
  push(data: string): void {
    this.#bytes += data.length
    if (this.#bytes > this.mostBytes) {
      this.#choices.clear()
      return
    }
    const { choices, ...head } = parseObject(data) ?? {}
    if (head['error'] !== undefined) return
    this.#head = { ...this.#head, ...withoutNulls(head) }
    for (const { index, delta, ...rest } of objectsOf(choices)) {
      const number = typeof index === 'number' ? index : 0
      const choice: Members = this.#choices.get(number) ?? { index: number, message: { role: 'assistant', content: null, refusal: null } }
      this.#choices.set(number, choice)
      choice['message'] = merged(objectOf(choice['message']), objectOf(delta) ?? {})
      const { logprobs, ...members } = withoutNulls(rest)
      Object.assign(choice, members)
      if (isObject(logprobs)) choice['logprobs'] = merged(objectOf(choice['logprobs']), logprobs)
    }
  }

  /** The completion; `undefined` where the stream did not come to its end, or was too long. */
  whole(): JsonObject | undefined {
    const choices = [...this.#choices.values()].sort((one, other) => Number(one['index']) - Number(other['index']))
    if (choices.length === 0 || choices.some((choice) => choice['finish_reason'] === undefined)) return undefined
    return { ...this.#head, object: 'chat.completion', choices: choices.map((choice) => ({ logprobs: null, ...choice })) }
  }
}

/** A message with the members of a delta: pieces of text appended, lists by the index of their elements or appended. */
function merged(message: JsonObject = {}, delta: JsonObject): Members {
  const result: Members = { ...message }
  for (const [name, value] of Object.entries(delta)) {
    if (value === null || value === undefined) continue
    const before = result[name]
    if (typeof value === 'string') result[name] = pieces.has(name) && typeof before === 'string' ? before + value : value
    else if (Array.isArray(value)) result[name] = mergedList(Array.isArray(before) ? before : [], value)
    else if (isObject(value)) result[name] = merged(objectOf(before), value)
    else result[name] = value
  }
  return result
}

function mergedList(before: readonly unknown[], added: readonly unknown[]): unknown[] {
  const list = [...before]
  for (const element of added) {
    const index = objectOf(element)?.['index']
    const place = typeof index === 'number' ? list.findIndex((known) => objectOf(known)?.['index'] === index) : -1
    if (place >= 0) list[place] = merged(objectOf(list[place]), objectOf(element) ?? {})
    else list.push(element)
  }
  return list
}

function withoutNulls(members: JsonObject): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
}
