import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.js'

export type StatusKind = 'good' | 'warning' | 'bad' | 'neutral' | 'busy'

const icons: Readonly<Record<StatusKind, IconName>> = { good: 'check', warning: 'alert', bad: 'cross', neutral: 'minus', busy: 'busy' }

/** A state in words, with a picture and a colour that say the same. */
export function Status({ kind, children }: { readonly kind: StatusKind; readonly children: ComponentChildren }) {
  return (
    <span class={`status ${kind}`}>
      <Icon name={icons[kind]} />
      <span>{children}</span>
    </span>
  )
}
