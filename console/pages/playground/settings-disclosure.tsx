import { useSignal } from '@preact/signals'
import { Disclosure } from '../../components/disclosure.js'
import { lazy } from '../../components/lazy.js'
import { settings } from './playground.js'
import { switches } from './settings.js'

const SettingsFields = lazy(() => import('./settings-fields.js'))

/** What is off is not sent. */
export function SettingsDisclosure() {
  const open = useSignal(false)
  const count = switches.filter((name) => settings.value[name].on).length
  return (
    <Disclosure summary={count === 0 ? 'Settings' : `Settings (${count} on)`} open={open.value} onToggle={(now) => (open.value = now)}>
      {open.value && <SettingsFields />}
    </Disclosure>
  )
}
