import { useSignal } from '@preact/signals'
import { Dialog } from '../components/dialog.js'
import { lazy } from '../components/lazy.js'
import type { JumpListProperties } from './jump-list.js'

const JumpList = lazy<JumpListProperties>(() => import('./jump-list.js'))

/** Go to a page, a model, a token, or the request with an id. What is typed before the list is there counts too. */
export function JumpDialog({ onClose }: { readonly onClose: () => void }) {
  const typed = useSignal('')
  const keys = useSignal<readonly string[]>([])
  const active = useSignal<string | undefined>(undefined)
  const note = useSignal('')
  return (
    <Dialog title="Go to" open onClose={onClose}>
      <input
        type="text"
        role="combobox"
        // The dialog gives it the focus.
        autofocus
        aria-label="Page, model, token or request id"
        aria-expanded={true}
        aria-controls="jumps"
        aria-activedescendant={active.value}
        placeholder="A page, a model, a token, a request id"
        autoComplete="off"
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
          // They were pressed for the text before.
          keys.value = []
        }}
        onKeyDown={(event) => {
          if (!/^(?:Enter|ArrowDown|ArrowUp)$/.test(event.key)) return
          event.preventDefault()
          keys.value = [...keys.value, event.key]
        }}
      />
      <div>
        <div id="jumps" class="jumps" role="listbox" aria-label="Places">
          <JumpList typed={typed} keys={keys} active={active} note={note} onClose={onClose} />
        </div>
        <p class="jumps-note" role="status">
          {note.value}
        </p>
      </div>
    </Dialog>
  )
}
