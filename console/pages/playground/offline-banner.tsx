import { useEffect } from 'preact/hooks'
import { announce } from '../../components/announce.js'
import { Icon } from '../../components/icon.js'
import { addressOf } from '../../router/base-path.js'
import { offline } from './playground.js'

/** While the gateway cannot be reached: nothing is sent by itself when it is back. */
export function OfflineBanner() {
  useEffect(() => {
    if (!offline.value) return
    const timer = setInterval(() => {
      fetch(addressOf('/readyz'), { cache: 'no-store' }).then(
        ({ ok }) => {
          if (!ok) return
          offline.value = false
          announce('The gateway answers again')
        },
        () => undefined,
      )
    }, 2000)
    return () => clearInterval(timer)
  }, [offline.value])
  if (!offline.value) return null
  return (
    <p class="banner" role="alert">
      <Icon name="alert" />
      <span>
        <strong>The gateway does not answer.</strong> It may be restarting. What you have written stays; send it again when this note is
        gone.
      </span>
    </p>
  )
}
