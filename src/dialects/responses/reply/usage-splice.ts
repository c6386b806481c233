import { membersOf, type Member } from '../../../json/scan.js'
import { withBothUsageNames } from './usage.js'

/**
 * Adds the second set of usage names to the JSON text of a response (`member path` empty) or of a stream's terminal event
 * (`response`). Only the `usage` object changes; every other byte stays as the provider wrote it.
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
  let usage: unknown
  try {
    usage = JSON.parse(text.slice(place.start, place.end))
  } catch {
    return text
  }
  const named = withBothUsageNames(usage)
  return named === usage ? text : text.slice(0, place.start) + JSON.stringify(named) + text.slice(place.end)
}

/** Where the value of a member stands in a JSON text. Of equal names the last one counts, as for every reader of JSON. */
function findMember(text: string, path: readonly string[]): Pick<Member, 'start' | 'end'> | undefined {
  let place: Pick<Member, 'start' | 'end'> = { start: 0, end: text.length }
  for (const name of path) {
    const found = membersOf(text, place.start, (key) => key === name).at(-1)
    if (found === undefined) return undefined
    place = found
  }
  return place
}
