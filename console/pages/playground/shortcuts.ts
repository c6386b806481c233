import { useEffect } from 'preact/hooks'
import { newConversation, stop } from './playground.js'

/** Single keys work only outside of fields. */
export function useShortcuts({ inspect, help }: { readonly inspect: () => void; readonly help: () => void }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.ctrlKey || event.metaKey
      if (command && event.key === '.') inspect()
      else if (command && event.shiftKey && event.key.toLowerCase() === 'o') {
        newConversation()
        focusMessage()
      } else if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) {
        stop()
        return
      } else if (!command && !event.altKey && event.key === '/' && !isInField(event)) focusMessage()
      else if (!command && !event.altKey && event.key === '?' && !isInField(event)) help()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

export function focusMessage(): void {
  document.getElementById('message')?.focus()
}

function isInField({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
}
