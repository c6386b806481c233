import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icon.js'

/** Its content opens when `open` or `wrong` becomes true; only the user closes it. */
export function Disclosure({
  summary,
  open = false,
  wrong = false,
  onToggle,
  children,
}: {
  readonly summary: ComponentChildren
  readonly open?: boolean
  /** Whether a field in it has an error. */
  readonly wrong?: boolean
  readonly onToggle?: (open: boolean) => void
  readonly children: ComponentChildren
}) {
  const element = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if ((open || wrong) && element.current !== null) element.current.open = true
  }, [open, wrong])
  return (
    <details ref={element} class="disclosure" onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <Icon name="chevronRight" />
        <span>{summary}</span>
      </summary>
      <div class="disclosure-content">{children}</div>
    </details>
  )
}
