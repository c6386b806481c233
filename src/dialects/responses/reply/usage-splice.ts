import { parseExactly } from '../../../json/exact-numbers.js'
import { membersOf, type Member } from '../../../json/scan.js'
import { withBothUsageNames } from './usage.js'

/**
 * Adds chat completions' names of usage to the data of a stream's terminal event. Only the `usage` object changes; all other bytes are the
 * provider's.
 */
export function addUsageNames(dataText: string): string {
  return spliceUsage(dataText, ['response', 'usage'])
}

/** The same for the body of a plain reply. */
export function addUsageNamesToReply(bodyText: string): string {
  return spliceUsage(bodyText, ['usage'])
}

function spliceUsage(text: string, path: readonly string[]): string {
  const place = findMember(text, path)
  if (place === undefined || text[place.start] !== '{') return text
  const usage = parseExactly(text.slice(place.start, place.end))
  const named = withBothUsageNames(usage)
  return named === usage ? text : text.slice(0, place.start) + JSON.stringify(named) + text.slice(place.end)
}

/** The position of a member's value in a JSON text. Of repeated members the last one counts, as for JSON parsers. */
function findMember(text: string, path: readonly string[]): Pick<Member, 'start' | 'end'> | undefined {
  let place: Pick<Member, 'start' | 'end'> = { start: 0, end: text.length }
  for (const name of path) {
    const found = membersOf(text, place.start, (key) => key === name).at(-1)
    if (found === undefined) return undefined
    place = found
  }
  return place
}
