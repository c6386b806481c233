import { text } from './reading.js'
import type { JsonObject } from '../../../json/object.js'

/** Writes one event to the client. */
export type Emit = (type: string, fields: JsonObject) => void

/** The items of the conversation in their order, as the client got them. */
export class Conversation {
  readonly #items = new Map<string, JsonObject>()
  #last: string | null = null

  constructor(private readonly emit: Emit) {}

  get last(): string | null {
    return this.#last
  }

  find(id: string): JsonObject | undefined {
    return this.#items.get(id)
  }

  /** The name of a function that was called under this id. */
  findCall(callId: string): string | undefined {
    for (const item of this.#items.values()) if (item['type'] === 'function_call' && item['call_id'] === callId) return text(item['name'])
    return undefined
  }

  /** All items, in their order. */
  get items(): readonly JsonObject[] {
    return [...this.#items.values()]
  }

  /** Sets the transcript of an item. */
  transcribe(id: string, transcript: string): void {
    const item = this.#items.get(id)
    if (item !== undefined) this.#items.set(id, { ...item, content: [{ type: 'input_audio', transcript }] })
  }

  remove(id: string): void {
    this.#items.delete(id)
  }

  /** An item that is complete from the start. */
  add(item: JsonObject & { readonly id: string }): void {
    const previous = this.begin(item)
    this.complete(item, previous)
  }

  /** Begins an item. Returns the id of the item before it. */
  begin(item: JsonObject & { readonly id: string }): string | null {
    const previous = this.#last
    this.#last = item.id
    this.emit('conversation.item.added', { previous_item_id: previous, item })
    return previous
  }

  complete(item: JsonObject & { readonly id: string }, previous: string | null): void {
    this.#items.set(item.id, item)
    this.emit('conversation.item.done', { previous_item_id: previous, item })
  }
}
