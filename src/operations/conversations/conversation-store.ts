import { listedItem, outputAsInputItems } from '../../dialects/responses/index.js'
import { GatewayFailure } from '../../exchange/error.js'
import { defined, parseObject } from '../../json/object.js'
import type { KeptObject, KeptPlace } from '../../store/kept-object-repository.js'
import { placeOf, type KeptObjects, type NewObject } from '../kept-objects.js'
import { inputItems, type Item } from '../responses/items.js'

export function conversationsOf(owner: string): KeptPlace {
  return placeOf(owner, 'conversation')
}

export function itemsOf(owner: string, conversation: string): KeptPlace {
  return { owner, kind: 'conversation-item', parent: conversation }
}

/** Items with ids, ready to be added to a conversation. */
export function newItems(items: readonly Item[], newId: (prefix: string) => string): readonly NewObject[] {
  return items.map((item) => {
    const value = listedItem(item, newId)
    return { id: value.id, value }
  })
}

/** What a response adds to its conversation: the new input, then the output. */
export function itemsOfTurn(input: unknown, output: unknown): readonly Item[] {
  return [...inputItems(input), ...outputAsInputItems(output)]
}

export function itemIn({ value }: KeptObject): Item {
  return (parseObject(value) ?? {}) as unknown as Item
}

/** Items read at once; between them other requests are served. */
const pageSize = 100

/** All items of a conversation in order. `take` gets their bytes before they are read, and throws where that is too much. */
export async function historyIn(
  objects: Pick<KeptObjects, 'bytesIn' | 'list'>,
  place: KeptPlace,
  take: (bytes: number) => void,
): Promise<readonly Item[]> {
  take(await objects.bytesIn(place))
  const items: Item[] = []
  let after: number | undefined
  for (;;) {
    const page = await objects.list(place, defined({ order: 'asc', limit: pageSize, after }))
    for (const object of page) items.push(itemIn(object))
    after = page.at(-1)?.position
    if (page.length < pageSize) return items
  }
}

/** The same error for ids that are unknown, expired, deleted or another owner's. */
export function unknownConversation(id: string): GatewayFailure {
  return new GatewayFailure({ kind: 'not_found', message: `Conversation with id '${id.slice(0, 200)}' not found.` })
}
