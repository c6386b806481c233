import type { ReplyContext } from '../../exchange/context.js'

const digits = 4

/** Items of a reply that the gateway keeps are named after it, so that an item is found by its id alone; {@link replyIdOfItem} undoes it. */
export function withItemIds(context: ReplyContext): ReplyContext {
  const { replyId } = context
  if (replyId === undefined) return context
  const own = replyId.slice(replyId.indexOf('_') + 1)
  let count = 0
  return { ...context, newId: (prefix) => `${prefix}${own}${(count++).toString(16).padStart(digits, '0')}` }
}

/** The id of the reply that an item is named after; `undefined` for what is no such name. */
export function replyIdOfItem(id: string): string | undefined {
  const own = /^[a-z]+_([0-9a-f]+)$/.exec(id)?.[1]
  return own === undefined || own.length <= digits ? undefined : `resp_${own.slice(0, -digits)}`
}
