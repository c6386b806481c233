import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import type { UserTurn } from './conversation.js'
import { editing } from './editing.js'
import { deleteFrom, resend, running } from './playground.js'

export function UserMessage({ turn }: { readonly turn: UserTurn }) {
  if (editing.value === turn.id) return <Editor turn={turn} />
  const busy = running.value !== undefined
  return (
    <article class="turn user" aria-label="You">
      <header>
        <h2 class="role">You</h2>
        <div class="turn-buttons">
          <CopyButton variant="quiet" text={turn.text} what="your message" />
          <Button variant="quiet" icon="edit" disabled={busy} onClick={() => (editing.value = turn.id)}>
            Edit
          </Button>
          <Button variant="quiet" icon="trash" disabled={busy} onClick={() => deleteFrom(turn.id)}>
            Delete from here
          </Button>
        </div>
      </header>
      {turn.pictures.map((picture, index) => (
        <img key={index} class="sent-picture" src={`data:${picture.mediaType};base64,${picture.data}`} alt={picture.name} />
      ))}
      <p class="said">{turn.text}</p>
    </article>
  )
}

function Editor({ turn }: { readonly turn: UserTurn }) {
  const text = useSignal(turn.text)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = () => {
    editing.value = undefined
    resend(turn.id, text.value)
  }
  return (
    <form
      class="turn user stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label class="role" for={`edit-${turn.id}`}>
        Edit your message
      </label>
      <textarea
        ref={field}
        id={`edit-${turn.id}`}
        rows={4}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') editing.value = undefined
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
      />
      <p class="hint">The answers after it are replaced.</p>
      <div class="row">
        <Button variant="primary" icon="send" type="submit">
          Send again
        </Button>
        <Button onClick={() => (editing.value = undefined)}>Cancel</Button>
      </div>
    </form>
  )
}
