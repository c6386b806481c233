import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { JumpDialog } from './jump-dialog.js'

/** Ctrl K opens the list of places, where no other dialog is open. */
export function JumpKey() {
  const open = useSignal(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) open.value = true
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return open.value ? <JumpDialog onClose={() => (open.value = false)} /> : null
}
