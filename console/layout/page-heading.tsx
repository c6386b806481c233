import type { ComponentChildren } from 'preact'

/** The page's only h1; it takes the focus when the page is opened by a link. `children`: buttons at its end. */
export function PageHeading({ title, children }: { readonly title: ComponentChildren; readonly children?: ComponentChildren }) {
  return (
    <div class="page-heading">
      <h1 tabIndex={-1}>{title}</h1>
      {children !== undefined && <div class="page-actions">{children}</div>}
    </div>
  )
}
