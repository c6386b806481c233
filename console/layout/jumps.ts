export interface Jump {
  readonly kind: 'page' | 'model' | 'request' | 'token'
  readonly label: string
  readonly path: string
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
