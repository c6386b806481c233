import { refuse } from '../exchange/error.js'

/** The header in which clients mark requests for reports. */
export const tagsHeader = 'x-anywire-tags'

const mostTags = 10
const tag = /^[A-Za-z0-9._:/=@+-]{1,64}$/
const none: readonly string[] = []

/** The tags of a request, without repetitions. Throws a 400 where the header is not a list of tags. */
export function tagsOf(header: string | readonly string[] | undefined): readonly string[] {
  const text = (typeof header === 'object' ? header.join(',') : (header ?? '')).trim()
  if (text === '') return none
  const tags = new Set(text.split(',').map((name) => name.trim()))
  if (tags.size > mostTags || [...tags].some((name) => !tag.test(name)))
    throw refuse(
      tagsHeader,
      `${tagsHeader} takes up to ${mostTags} tags with commas between them, each 1 to 64 letters, digits or ._:/=@+-`,
    )
  return [...tags]
}
