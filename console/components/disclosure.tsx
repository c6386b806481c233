import type { ComponentChildren } from 'preact'
import { Icon } from './icon.js'

export function Disclosure({
  summary,
  open = false,
  onToggle,
  children,
}: {
  readonly summary: ComponentChildren
  readonly open?: boolean
  readonly onToggle?: (open: boolean) => void
  readonly children: ComponentChildren
}) {
  return (
    <details class="disclosure" open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <Icon name="chevronRight" />
        <span>{summary}</span>
      </summary>
      <div class="disclosure-content">{children}</div>
    </details>
  )
}
