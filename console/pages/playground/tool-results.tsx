import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { TextArea } from '../../components/field.js'
import type { ToolCall, ToolResultsTurn } from './conversation.js'
import { giveResults } from './playground.js'

export function ToolResultsView({ turn }: { readonly turn: ToolResultsTurn }) {
  return (
    <article class="turn user" aria-label="Results of tools">
      <h2 class="role">Results of tools</h2>
      {turn.results.map(({ call, text }) => (
        <p key={call.id} class="said">
          <code>{call.name}</code> {text}
        </p>
      ))}
    </article>
  )
}

/** The tools of the playground are not run: their results are typed. */
export function ToolResultsForm({ calls }: { readonly calls: readonly ToolCall[] }) {
  const texts = useSignal<readonly string[]>(calls.map(() => ''))
  return (
    <form
      class="turn user stack"
      onSubmit={(event) => {
        event.preventDefault()
        giveResults(calls.map((call, index) => ({ call, text: texts.value[index] ?? '' })))
      }}
    >
      {calls.map((call, index) => (
        <TextArea
          key={call.id}
          label={`Result of ${call.name}`}
          rows={2}
          placeholder="12:00"
          value={texts.value[index] ?? ''}
          onInput={(value) => (texts.value = texts.value.with(index, value))}
        />
      ))}
      <div class="row">
        <Button variant="primary" icon="send" type="submit">
          Send {calls.length === 1 ? 'the result' : 'the results'}
        </Button>
      </div>
    </form>
  )
}
