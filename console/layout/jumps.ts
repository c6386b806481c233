export interface Jump {
  readonly kind: 'page' | 'model' | 'request' | 'token'
  readonly label: string
  readonly path: string
}

/** Names that a list of the API has. */
export interface LoadedNames {
  readonly names: readonly string[]
  /** They are those with this text; absent: all. */
  readonly contains?: string
  readonly failed?: boolean
}

const most = 12

/** Where the typed text may lead: pages, models and tokens whose name has it, a request by its id. */
export function jumpsOf(
  typed: string,
  pages: readonly { readonly label: string; readonly path: string }[],
  models: readonly string[],
  tokens: readonly string[],
): readonly Jump[] {
  const wanted = typed.trim()
  const fits = (name: string) => name.toLowerCase().includes(wanted.toLowerCase())
  const jumps: Jump[] = pages.filter((page) => fits(page.label)).map((page) => ({ kind: 'page', ...page }))
  if (wanted === '') return jumps
  if (/^req_[\w-]+$/.test(wanted))
    jumps.unshift({ kind: 'request', label: wanted, path: `/console/requests/${encodeURIComponent(wanted)}` })
  for (const model of models.filter(fits))
    jumps.push({ kind: 'model', label: model, path: `/console/requests?model=${encodeURIComponent(model)}` })
  for (const token of tokens.filter(fits)) jumps.push({ kind: 'token', label: token, path: `/console/tokens/${encodeURIComponent(token)}` })
  return jumps.slice(0, most)
}

/** Whether the places of the typed text are all there. */
export function isLoaded(typed: string, models: LoadedNames | undefined, tokens: LoadedNames | undefined): boolean {
  const wanted = typed.trim()
  return wanted === '' || (models !== undefined && tokens?.contains === wanted)
}

/** Whether Enter means this place already. Tokens come last, and those of an earlier text may be others. */
export function mayGo(jump: Jump | undefined, loaded: boolean): boolean {
  return loaded || (jump !== undefined && jump.kind !== 'token')
}

/** What is said where no place has the typed text. */
export function emptyNote(...lists: readonly (LoadedNames | undefined)[]): string {
  return lists.some((list) => list?.failed === true) ? 'The names could not be loaded' : 'Nothing has this name'
}
