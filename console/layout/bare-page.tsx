import type { ComponentChildren } from 'preact'
import { Icon } from '../components/icon.js'
import { Link } from '../components/link.js'
import { addressOf } from '../router/base-path.js'
import { ThemeSwitch } from './theme-switch.js'

/** A narrow page without the rail, for those who are not signed in. */
export function BarePage({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="bare-frame">
      <header>
        <Link class="wordmark" href="/">
          <img src={addressOf('/console/icon.svg')} alt="" width="24" height="24" />
          <span>anywire</span>
        </Link>
      </header>
      <main class="bare stack">
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </main>
      <footer class="rail-foot">
        <Link class="rail-link" href="/docs">
          <Icon name="help" />
          <span>Help and API</span>
        </Link>
        <ThemeSwitch />
      </footer>
    </div>
  )
}
