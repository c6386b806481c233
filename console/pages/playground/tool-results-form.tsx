import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { TextArea } from '../../components/field.js'
import type { ToolCall } from './conversation.js'
import { giveResults } from './playground.js'

/** The tools of the playground are not run: their results are typed. */
export default function ToolResultsForm({ calls }: { readonly calls: readonly ToolCall[] }) {
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
