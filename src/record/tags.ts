import { refuse } from '../exchange/error.js'

/** The header in which clients mark requests for reports. */
export const tagsHeader = 'x-anywire-tags'

const mostTags = 10
const tag = /^[A-Za-z0-9._:/=@+-]{1,64}$/
const none: readonly string[] = []

/** The tags of a request, without repetitions. Throws a 400 where the header is not a list of tags. */
export function tagsOf(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return none
  const names = (typeof header === 'string' ? header : header.join(',')).split(',').map((name) => name.trim())
  const tags = new Set(names.filter((name) => name !== ''))
  if (tags.size > mostTags || [...tags].some((name) => !tag.test(name)))
    throw refuse(
      tagsHeader,
      `${tagsHeader} takes up to ${mostTags} tags with commas between them, each 1 to 64 letters, digits or ._:/=@+-`,
    )
  return [...tags]
}
