import type { AnchorHTMLAttributes } from 'preact'
import { addressOf } from '../router/base-path.js'

/** A link to a path of the gateway. */
export function Link({ href, children, ...rest }: AnchorHTMLAttributes & { readonly href: string }) {
  return (
    <a {...rest} href={addressOf(href)}>
      {children}
    </a>
  )
}
