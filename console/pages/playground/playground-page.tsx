import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { signIns } from '../../api/session.js'
import { Button } from '../../components/button.js'
import { Composer } from './composer.js'
import { Conversation } from './conversation-view.js'
import { handOver } from './hand-over.js'
import { InspectorDrawer } from './inspector-drawer.js'
import { lazy } from '../../components/lazy.js'
import { isCallable } from './model-list.js'
import { loadModels, models } from './models.js'
import { OfflineBanner } from './offline-banner.js'
import { Panel } from './panel.js'
import './playground.css'
import { change, settings } from './playground.js'
import { useShortcuts } from './shortcuts.js'
import { TokenStrip } from './token-strip.js'
import { checkToken, pastedToken, rateLimitLeft, tokenSource } from './token.js'

const ShortcutsDialog = lazy<{ readonly onClose: () => void }>(() => import('./shortcuts-dialog.js'))

export default function PlaygroundPage() {
  const sheet = useRef<HTMLDialogElement>(null)
  const sheetOpen = useSignal(false)
  const inspecting = useSignal(false)
  const help = useSignal(false)
  useShortcuts({ inspect: () => (inspecting.value = !inspecting.value), help: () => (help.value = true) })
  useEffect(() => {
    if (handOver.value !== undefined) void import('./hand-over-take.js').then(({ takeHandOver }) => takeHandOver())
    void loadModels().then(chooseFirstModel)
  }, [signIns.value])
  const pasted = useComputed(() => (tokenSource.value === 'pasted' ? pastedToken.value : ''))
  useEffect(() => {
    // What one token has left says nothing of another.
    rateLimitLeft.value = {}
    // A token is checked when it is whole, not while it is typed.
    const timer = setTimeout(() => void checkToken(), tokenSource.value === 'pasted' ? 400 : 0)
    return () => clearTimeout(timer)
  }, [tokenSource.value, pasted.value, signIns.value])
  return (
    <div class={inspecting.value ? 'playground inspecting' : 'playground'}>
      <aside class="settings-panel" aria-label="Settings">
        <h1 tabIndex={-1}>Playground</h1>
        <Panel />
      </aside>
      <section class="talk" aria-label="Conversation">
        <div class="talk-bar">
          <Button
            class="sheet-button"
            variant="quiet"
            icon="settings"
            onClick={() => {
              sheetOpen.value = true
              sheet.current?.showModal()
            }}
          >
            {settings.value.model === ''
              ? models.value.state === 'loading'
                ? 'Loading the models …'
                : 'Choose a model'
              : settings.value.model}
          </Button>
          <TokenStrip />
          <Button variant="quiet" icon="inspect" aria-expanded={inspecting.value} onClick={() => (inspecting.value = !inspecting.value)}>
            Inspector
          </Button>
        </div>
        <OfflineBanner />
        <Conversation />
        <Composer />
      </section>
      {inspecting.value && <InspectorDrawer onClose={() => (inspecting.value = false)} />}
      <dialog
        ref={sheet}
        class="menu sheet"
        aria-label="Settings"
        onClose={() => (sheetOpen.value = false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
      >
        {sheetOpen.value && (
          <div class="sheet-content">
            <Button variant="quiet" icon="close" onClick={() => sheet.current?.close()}>
              Close
            </Button>
            <Panel />
          </div>
        )}
      </dialog>
      {help.value && <ShortcutsDialog onClose={() => (help.value = false)} />}
    </div>
  )
}

function chooseFirstModel(): void {
  const names = models.value.value?.filter(isCallable).map((model) => model.name) ?? []
  const [first] = names
  if (first !== undefined && !names.includes(settings.value.model)) change({ model: first })
}
