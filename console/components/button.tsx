import type { ComponentChildren, ButtonHTMLAttributes } from 'preact'
import { Icon, type IconName } from './icon.js'
import { Link } from './link.js'

type Variant = 'primary' | 'plain' | 'quiet' | 'danger'

export interface ButtonProperties extends ButtonHTMLAttributes {
  /** `primary`: the one thing that a page is for; `quiet`: without a border, in rows and bars. */
  readonly variant?: Variant
  readonly icon?: IconName
  readonly busy?: boolean
  readonly children: ComponentChildren
}

export function Button({ variant = 'plain', icon, busy = false, children, class: own, ...rest }: ButtonProperties) {
  return (
    <button type="button" aria-busy={busy} {...rest} class={classesOf('button', variant, own)}>
      {busy ? <Icon name="busy" /> : icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

export function ButtonLink(properties: {
  readonly href: string
  readonly variant?: Variant
  readonly icon?: IconName
  readonly children: ComponentChildren
}) {
  const { href, variant = 'plain', icon, children } = properties
  return (
    <Link class={classesOf('button', variant)} href={href}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

function classesOf(...names: readonly unknown[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ')
}
