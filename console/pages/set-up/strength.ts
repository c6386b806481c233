/** How good a password is, in words; the gateway decides what it accepts. */
export function strengthOf(password: string): string {
  if (password === '') return ''
  const length = password.length
  if (length < 12) return `${12 - length} more ${length === 11 ? 'character' : 'characters'} needed.`
  const different = new Set(password).size
  if (different < 5) return 'Weak: few different characters.'
  if (length >= 20 && different >= 8) return 'Strong.'
  return length >= 16 ? 'Good.' : 'Fair: a few more characters make it better.'
}
