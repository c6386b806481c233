/**
 * The names that a model's rule matches: a name, one that begins or ends with `*`, which stands for any run of characters, or a regular
 * expression between slashes. Matching ignores case, but for regular expressions.
 */
export function namesOf({ id, match }) {
  const names = namesIn(match)
  const own = plain(id)
  return names.includes(own) ? names : [own, ...names]
}

function namesIn(match) {
  if ('or' in match) return match.or.flatMap(namesIn)
  if ('equals' in match) return [plain(match.equals)]
  if ('starts_with' in match) return [`${plain(match.starts_with)}*`]
  if ('ends_with' in match) return [`*${plain(match.ends_with)}`]
  if ('contains' in match) return [`*${plain(match.contains)}*`]
  return [`/${expressionOf(match)}/`]
}

function plain(name) {
  if (name.includes('*') || name.startsWith('/')) throw new Error(`the name ${name} cannot be written as a pattern`)
  return name.toLowerCase()
}

/** Several conditions at once are conditions at the beginning of one expression. */
function expressionOf(match) {
  if ('and' in match) return match.and.map((one) => `(?=${expressionOf(one)})`).join('') + '.*'
  if ('regex' in match) return match.regex
  if ('starts_with' in match) return `^${escaped(match.starts_with)}`
  if ('contains' in match) return `.*${escaped(match.contains)}`
  throw new Error(`this rule cannot be written as an expression: ${JSON.stringify(match)}`)
}

function escaped(text) {
  return text.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
