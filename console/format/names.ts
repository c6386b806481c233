/** Why a name cannot be that of a token, a user, a team or a provider. `missing`: what is said where there is none. */
export function nameProblem(name: string, missing: string): string | undefined {
  if (name === '') return missing
  return /^[A-Za-z0-9._:@-]{1,200}$/.test(name) ? undefined : 'Letters, digits and . _ : @ - only.'
}
