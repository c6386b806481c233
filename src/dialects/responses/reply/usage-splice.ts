import { parseExactly } from '../../../json/exact-numbers.js'
import { membersOf, type Member } from '../../../json/scan.js'
import { withBothUsageNames } from './usage.js'

/**
 * Adds chat completions' names of usage to the data of a stream's terminal event. Only the `usage` object changes; all other bytes are the
 * provider's.
 */
export function addUsageNames(dataText: string): string {
  const place = findMember(dataText, ['response', 'usage'])
  const named = place === undefined ? undefined : withBothNames(dataText.slice(place.start, place.end))
  return place === undefined || named === undefined ? dataText : dataText.slice(0, place.start) + named + dataText.slice(place.end)
}

/** The same for the body of a plain reply; `undefined` where nothing changes. */
export function addUsageNamesToReply(body: Buffer): Buffer | undefined {
  const place = findMember(body.toString('latin1'), ['usage'])
  if (place === undefined) return undefined
  const named = withBothNames(body.toString('utf8', place.start, place.end))
  return named === undefined ? undefined : Buffer.concat([body.subarray(0, place.start), Buffer.from(named), body.subarray(place.end)])
}

function withBothNames(usageText: string): string | undefined {
  if (!usageText.startsWith('{')) return undefined
  const usage = parseExactly(usageText)
  const named = withBothUsageNames(usage)
  return named === usage ? undefined : JSON.stringify(named)
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
