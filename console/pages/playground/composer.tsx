import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Icon } from '../../components/icon.js'
import { lazy } from '../../components/lazy.js'
import type { Picture } from './conversation.js'
import { editing } from './editing.js'
import { models, refusesPictures } from './models.js'
import { canSend, running, send, settings, stop, turns } from './playground.js'
import { needsPaste } from './token.js'

const PictureChips = lazy(() => import('./picture-chips.js'))

/** The message being written; it stays while other pages are open. */
const draft = { text: '', pictures: [] as readonly Picture[] }

export function Composer() {
  const text = useSignal(draft.text)
  const pictures = useSignal(draft.pictures)
  const problem = useSignal<string | undefined>(undefined)
  useEffect(() => {
    draft.text = text.value
    draft.pictures = pictures.value
  }, [text.value, pictures.value])

  const submit = () => {
    if (running.value !== undefined || !canSend() || needsPaste.value || (text.value.trim() === '' && pictures.value.length === 0)) return
    if (!send(text.value, pictures.value)) return
    text.value = ''
    pictures.value = []
    problem.value = undefined
  }
  const addFiles = async (files: Iterable<File>) => {
    if (refusesPictures(settings.value.model)) {
      problem.value = `${settings.value.model} takes no pictures.`
      return
    }
    const chosen = [...files]
    const { readPictures } = await import('./pictures.js')
    const read = await readPictures(chosen)
    pictures.value = [...pictures.value, ...read.pictures]
    problem.value = read.problem
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (sends(event)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'ArrowUp' && text.value === '' && editLast()) event.preventDefault()
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void addFiles(event.dataTransfer?.files ?? [])
      }}
    >
      {problem.value !== undefined && (
        <p class="field-error" role="alert">
          <Icon name="alert" /> {problem.value}
        </p>
      )}
      {pictures.value.length > 0 && <PictureChips pictures={pictures.value} onChange={(left) => (pictures.value = left)} />}
      <label class="visually-hidden" for="message">
        Message
      </label>
      <textarea
        id="message"
        rows={1}
        placeholder={placeholderOf()}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])]
          if (files.length === 0) return
          event.preventDefault()
          void addFiles(files)
        }}
      />
      <ComposerButtons onFiles={addFiles} />
    </form>
  )
}

function ComposerButtons({ onFiles }: { readonly onFiles: (files: Iterable<File>) => Promise<void> }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <div class="composer-buttons">
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        aria-label="Pictures"
        onChange={(event) => {
          void onFiles(event.currentTarget.files ?? [])
          event.currentTarget.value = ''
        }}
      />
      {!refusesPictures(settings.value.model) && (
        <Button variant="quiet" icon="picture" onClick={() => chooser.current?.click()}>
          Picture
        </Button>
      )}
      {running.value === undefined ? (
        <Button variant="primary" icon="send" type="submit" disabled={settings.value.model === '' || needsPaste.value}>
          Send
        </Button>
      ) : (
        <Button variant="danger" icon="stop" onClick={stop}>
          Stop
        </Button>
      )}
    </div>
  )
}

/** Whether this key sends the message. */
function sends(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.isComposing) return false
  return settings.value.enterSends ? !event.shiftKey : event.ctrlKey || event.metaKey
}

/** Opens the user's last turn for a change; `false`: there is none, or an answer is being written. */
function editLast(): boolean {
  const last = turns.value.findLast((turn) => turn.kind === 'user')
  if (last === undefined || running.value !== undefined) return false
  editing.value = last.id
  return true
}

function placeholderOf(): string {
  if (settings.value.model === '') return models.value.state === 'loading' ? 'Loading the models …' : 'Choose a model first'
  if (needsPaste.value) return 'Paste a token first'
  return settings.value.enterSends ? 'Write a message. Enter sends, Shift Enter breaks the line.' : 'Write a message. Ctrl Enter sends.'
}
