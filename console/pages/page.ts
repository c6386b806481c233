import type { ComponentType } from 'preact'
import type { IconName } from '../components/icon.js'
import type { PathParameters } from '../router/match.js'

export interface PageProperties {
  readonly parameters: PathParameters
  readonly query: URLSearchParams
}

export interface Page {
  /** As in `matchPath`: `/console/requests/:id`. */
  readonly path: string
  /** In the document's title; the page itself shows it, or a better one, in its h1 (`PageHeading`). */
  readonly title: string
  readonly access: 'everybody' | 'signed-in' | 'admin'
  /** Its entry in the rail. */
  readonly rail?: { readonly label: string; readonly icon: IconName }
  /** Without the rail: pages for those who are not signed in. */
  readonly bare?: true
  readonly load: () => Promise<{ readonly default: ComponentType<PageProperties> }>
}
