import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { lazy } from '../../components/lazy.js'
import type { UserTurn } from './conversation.js'
import { editing } from './editing.js'
import { deleteFrom, running } from './playground.js'

const MessageEditor = lazy(() => import('./message-editor.js'))

export function UserMessage({ turn }: { readonly turn: UserTurn }) {
  if (editing.value === turn.id) return <MessageEditor turn={turn} />
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
