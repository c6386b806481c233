/**
 * `whole.indexOf(text)` in a time that grows with both lengths: that of `indexOf` grows with their product where the text repeats itself.
 * (Knuth, Morris, Pratt.)
 */
export function findText(whole: string, text: string): number {
  if (text === '') return 0
  if (text.length > whole.length) return -1
  const borders = bordersOf(text)
  let matched = 0
  for (let at = 0; at < whole.length; at++) {
    const code = whole.charCodeAt(at)
    while (matched > 0 && text.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (text.charCodeAt(matched) === code) matched++
    if (matched === text.length) return at + 1 - matched
  }
  return -1
}

/** For each beginning of the text: the length of its longest other beginning that is also its end. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  let matched = 0
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (matched > 0 && text.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0
    if (text.charCodeAt(matched) === code) matched++
    borders[at] = matched
  }
  return borders
}
