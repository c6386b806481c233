import { textOf, type JsonObject } from '../../json/object.js'
import { EventError } from './event-error.js'

const mostItems = 1000
const mostCharacters = 8_000_000

/** The items of a session, in their order. */
export class Conversation {
  readonly #items: JsonObject[] = []
  #characters = 0

  constructor(private readonly newId: (prefix: string) => string) {}

  get items(): readonly JsonObject[] {
    return this.#items
  }

  get lastId(): string | null {
    return textOf(this.#items.at(-1)?.['id']) ?? null
  }

  /** `previous`: the id of the item before it, `root` for the first place; absent: the last. */
  add(item: JsonObject, previous?: unknown): { readonly added: JsonObject; readonly previousId: string | null } {
    const added = {
      ...item,
      id: textOf(item['id']) ?? this.newId('item_'),
      object: 'realtime.item',
      status: textOf(item['status']) ?? 'completed',
    }
    const characters = JSON.stringify(added).length
    if (this.#items.length >= mostItems || this.#characters + characters > mostCharacters)
      throw new EventError(
        'invalid_value',
        `The mock keeps at most ${mostItems} items of ${mostCharacters} characters in a session.`,
        'item',
      )
    if (this.#items.some(({ id }) => id === added.id))
      throw new EventError('item_create_invalid_item_id', `There is an item ${added.id} already.`, 'item.id')
    const at = previous === 'root' ? 0 : typeof previous === 'string' ? this.#indexOf(previous) + 1 : this.#items.length
    const previousId = textOf(this.#items[at - 1]?.['id']) ?? null
    this.#items.splice(at, 0, added)
    this.#characters += characters
    return { added, previousId }
  }

  find(id: unknown): JsonObject {
    return this.#items[this.#indexOf(id)] ?? {}
  }

  delete(id: unknown): void {
    const [removed] = this.#items.splice(this.#indexOf(id), 1)
    this.#characters -= JSON.stringify(removed ?? {}).length
  }

  #indexOf(id: unknown): number {
    const at = this.#items.findIndex((item) => item['id'] === id)
    if (at < 0) throw new EventError('item_not_found', `There is no item ${JSON.stringify(id)}.`, 'item_id')
    return at
  }
}
