import { useEffect } from 'preact/hooks'
import { newConversation, settings, stop } from './playground.js'

/** Single keys work only outside of fields, and can be switched off (WCAG 2.1.4). */
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
      } else if (!command && !event.altKey && settings.peek().singleKeys && !isInField(event)) {
        if (event.key === '/') focusMessage()
        else if (event.key === '?') help()
        else return
      } else return
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
