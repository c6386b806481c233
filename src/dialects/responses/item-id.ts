import type { ReplyContext } from '../../exchange/context.js'

const digits = 4

/** Makes the ids of items contain the id of a stored reply, so that an item can be found by its id: {@link replyIdOfItem}. */
export function withItemIds(context: ReplyContext): ReplyContext {
  const { replyId } = context
  if (replyId === undefined) return context
  const own = replyId.slice(replyId.indexOf('_') + 1)
  let count = 0
  return { ...context, newId: (prefix) => `${prefix}${own}${(count++).toString(16).padStart(digits, '0')}` }
}

/** The id of the stored reply that an item belongs to; `undefined` for other ids. */
export function replyIdOfItem(id: string): string | undefined {
  const own = /^[a-z]+_([0-9a-f]+)$/.exec(id)?.[1]
  return own === undefined || own.length <= digits ? undefined : `resp_${own.slice(0, -digits)}`
}
