import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/button.js'
import type { UserTurn } from './conversation.js'
import { editing } from './editing.js'
import { resend } from './playground.js'

export default function MessageEditor({ turn }: { readonly turn: UserTurn }) {
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
