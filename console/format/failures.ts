/** A failure whose text begins with its code, in words: `provider timeout` for `upstream_timeout`. */
export function failureText(text: string): string {
  return text.replace(/^[a-z]+(?:_[a-z]+)+/, (code) => code.replace(/^upstream_/, 'provider_').replaceAll('_', ' '))
}
