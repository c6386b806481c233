import { isObject, parseJson } from '../../../../src/json/object.js'
import { jsonPointers } from './json-lines.js'

interface Loss {
  /** JSON pointer into the body that was converted. */
  readonly at: string
}

/**
 * The losses at their places in the converted body, where their values are there too: at the same pointer, else where the same value stands
 * once, else where one member has the same name in the spelling of the other style.
 */
export function counterpartsOf<One extends Loss>(losses: readonly One[], before: string, after: string): readonly One[] {
  if (losses.length === 0) return []
  const from = jsonPointers(parseJson(before))
  const to = jsonPointers(parseJson(after))
  return losses.flatMap((loss) => {
    const at = to.has(loss.at) ? loss.at : (sameValue(from.get(loss.at), to) ?? sameName(loss.at, to))
    return at === undefined ? [] : [{ ...loss, at }]
  })
}

type Values = ReadonlyMap<string, unknown>

/** True, 1 and such stand anywhere. */
function sameValue(value: unknown, values: Values): string | undefined {
  if (typeof value !== 'string' && !isObject(value) && !Array.isArray(value)) return undefined
  const text = JSON.stringify(value)
  return text.length < 5 ? undefined : only([...values].filter(([, other]) => JSON.stringify(other) === text))
}

function sameName(at: string, values: Values): string | undefined {
  const name = nameOf(at)
  return /^\d*$/.test(name) ? undefined : only([...values].filter(([pointer]) => nameOf(pointer) === name))
}

const nameOf = (pointer: string): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll(/[_-]/g, '')
    .toLowerCase()

function only(found: readonly (readonly [string, unknown])[]): string | undefined {
  return found.length === 1 ? found[0]?.[0] : undefined
}
