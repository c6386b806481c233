import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Link } from '../components/link.js'
import { place } from '../router/router.js'
import { Rail } from './rail.js'

/** The frame of all pages for signed-in users: the rail at the left, or behind a menu button where the window is narrow. */
export function Layout({ children }: { readonly children: ComponentChildren }) {
  const menu = useRef<HTMLDialogElement>(null)
  const open = useSignal(false)
  const path = place.value.path
  useEffect(() => menu.current?.close(), [path])
  const openMenu = () => {
    open.value = true
    menu.current?.showModal()
  }
  return (
    <div class="frame">
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <header class="top-bar">
        <Button variant="quiet" icon="menu" aria-expanded={open.value} onClick={openMenu}>
          Menu
        </Button>
        <Link class="wordmark" href="/">
          anywire
        </Link>
      </header>
      <aside class="rail" aria-label="Console">
        <Rail />
      </aside>
      <dialog
        ref={menu}
        class="menu"
        aria-label="Menu"
        onClose={() => (open.value = false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
      >
        <Button class="menu-close" variant="quiet" icon="close" onClick={() => menu.current?.close()}>
          Close
        </Button>
        {open.value && <Rail />}
      </dialog>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
