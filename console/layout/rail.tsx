import { api, loadSession } from '../api/api.js'
import { isAdmin, user } from '../api/session.js'
import { Button } from '../components/button.js'
import { Icon } from '../components/icon.js'
import { Link } from '../components/link.js'
import { pages } from '../pages/registry.js'
import { addressOf } from '../router/base-path.js'
import { navigate, place } from '../router/router.js'
import { ThemeSwitch } from './theme-switch.js'

/** Navigation with words; its foot has help, colours, and who is signed in. */
export function Rail() {
  return (
    <div class="rail-content">
      <Link class="wordmark" href="/">
        <img src={addressOf('/console/icon.svg')} alt="" width="24" height="24" />
        <span>anywire</span>
      </Link>
      <nav aria-label="Console">
        <ul>
          {pages
            .filter((page) => page.rail !== undefined && (page.access !== 'admin' || isAdmin.value))
            .map((page) => (
              <li key={page.path}>
                <Link href={page.path} aria-current={isCurrent(page.path) ? 'page' : undefined}>
                  <Icon name={page.rail?.icon ?? 'list'} />
                  <span>{page.rail?.label}</span>
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <div class="rail-foot">
        <Link class="rail-link" href="/docs" target="_blank" rel="noopener">
          <Icon name="help" />
          <span>Help and API</span>
        </Link>
        <ThemeSwitch />
        {user.value !== undefined && (
          <div class="rail-user">
            <Link class="rail-link" href="/console/account" aria-current={isCurrent('/console/account') ? 'page' : undefined}>
              <Icon name="user" />
              <span>
                <strong>{user.value.name}</strong>
                <small>{user.value.role}</small>
              </span>
            </Link>
            <Button variant="quiet" icon="signOut" onClick={() => void signOut()}>
              Sign out
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

async function signOut(): Promise<void> {
  await api.post('/api/console/sign-out')
  await loadSession()
  navigate('/console/sign-in')
}

function isCurrent(path: string): boolean {
  return place.value.path === path || place.value.path.startsWith(`${path}/`)
}
