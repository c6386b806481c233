import { signal } from '@preact/signals'
import { addressOf, basePath } from './base-path.js'

/** The address of the page shown. */
export const place = signal(readPlace())

export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

/** To a path of the console. `replace`: without an entry in the history, for filters that change while one types. */
export function navigate(to: string, options: { readonly replace?: boolean } = {}): void {
  if (options.replace === true) history.replaceState(null, '', addressOf(to))
  else history.pushState(null, '', addressOf(to))
  place.value = readPlace()
}

/** Changes members of the query; an empty text takes one out. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes))
    if (value === '') query.delete(name)
    else query.set(name, value)
  const text = query.toString()
  navigate(`${place.value.path}${text === '' ? '' : `?${text}`}`, { replace: true })
}

/** Follows links of the console without loading the document again. Call once. */
export function startRouter(): void {
  window.addEventListener('popstate', () => (place.value = readPlace()))
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
    const path = ownPath(link.pathname)
    if (!/^\/console(?:\/|$)/.test(path)) return
    // A link to a part of this page.
    if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return
    event.preventDefault()
    navigate(path + link.search + link.hash)
  })
}

function readPlace(): Place {
  return { path: ownPath(location.pathname), query: new URLSearchParams(location.search) }
}

/** Without the base path; `''` for what is not below it. */
function ownPath(pathname: string): string {
  return pathname.startsWith(`${basePath()}/`) ? pathname.slice(basePath().length) : ''
}
