import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PlatformConsoleModelList } from '../../generated/platform/model/index.js'
import { api } from '../api/api.js'
import { isAdmin } from '../api/session.js'
import { Dialog } from '../components/dialog.js'
import { pages } from '../pages/registry.js'
import { navigate } from '../router/router.js'
import { jumpsOf, type Jump } from './jumps.js'

/** Go to a page, a model, or the request with an id. */
export default function JumpDialog({ onClose }: { readonly onClose: () => void }) {
  const typed = useSignal('')
  const active = useSignal(0)
  const models = useSignal<readonly string[]>([])
  useEffect(() => {
    void api.get<PlatformConsoleModelList>('/api/console/models').then(
      ({ data }) => (models.value = data.map((model) => model.name)),
      () => undefined,
    )
  }, [])
  const jumps = useComputed(() => {
    const reachable = pages.filter((page) => page.rail !== undefined && (page.access !== 'admin' || isAdmin.value))
    return jumpsOf(
      typed.value,
      reachable.map((page) => ({ label: page.title, path: page.path })),
      models.value,
    )
  })
  const go = (jump: Jump | undefined) => {
    if (jump === undefined) return
    onClose()
    navigate(jump.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(jumps.value[active.value])
    else if (event.key === 'ArrowDown') active.value = Math.min(jumps.value.length - 1, active.value + 1)
    else if (event.key === 'ArrowUp') active.value = Math.max(0, active.value - 1)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Go to" open onClose={onClose}>
      <input
        type="text"
        role="combobox"
        // The dialog gives it the focus.
        autofocus
        aria-label="Page, model or request id"
        aria-expanded={true}
        aria-controls="jumps"
        aria-activedescendant={jumps.value.length === 0 ? undefined : `jump-${active.value}`}
        placeholder="A page, a model, a request id"
        autoComplete="off"
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value
          active.value = 0
        }}
        onKeyDown={onKeyDown}
      />
      <div id="jumps" class="jumps" role="listbox" aria-label="Places">
        {jumps.value.map((jump, index) => (
          <div
            key={`${jump.kind} ${jump.path}`}
            id={`jump-${index}`}
            class="jump"
            role="option"
            aria-selected={index === active.value}
            onClick={() => go(jump)}
          >
            <span>{jump.label}</span>
            <small>{jump.kind}</small>
          </div>
        ))}
      </div>
    </Dialog>
  )
}
