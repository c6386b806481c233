import { failureStatuses } from '../../src/exchange/error.js'

/** A failure whose text begins with its kind, in words: `provider timeout` for `upstream_timeout`. Any other text stays as it is. */
export function failureText(text: string): string {
  const [kind = ''] = /^[a-z_]+(?=$|, |: )/.exec(text) ?? []
  if (!Object.hasOwn(failureStatuses, kind)) return text
  return kind.replace(/^upstream_/, 'provider_').replaceAll('_', ' ') + text.slice(kind.length)
}
