import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { AnswerView } from './answer-view.js'
import { callsOf } from './conversation.js'
import { Examples } from './examples.js'
import { running, turns } from './playground.js'
import { ToolResultsForm, ToolResultsView } from './tool-results.js'
import { UserMessage } from './user-message.js'

/** Nearer than this to the end, the reader is taken to follow the answer. */
const nearEnd = 48

/** Follows the answer while the reader is at the end; else a button leads there. */
export function Conversation() {
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useSignal(true)
  const list = turns.value
  const last = list.at(-1)
  useEffect(() => {
    const element = scroller.current
    if (element !== null && atEnd.peek()) element.scrollTop = element.scrollHeight
  }, [list])
  const toEnd = () => {
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }
  return (
    <div class="conversation-frame">
      <div
        ref={scroller}
        class="conversation"
        role="log"
        aria-live="off"
        aria-label="Conversation"
        aria-busy={running.value !== undefined}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          (atEnd.value = scrollHeight - scrollTop - clientHeight < nearEnd)
        }
      >
        {list.length === 0 && <Examples />}
        {list.map((turn) => {
          switch (turn.kind) {
            case 'user':
              return <UserMessage key={turn.id} turn={turn} />
            case 'tool-results':
              return <ToolResultsView key={turn.id} turn={turn} />
            case 'answer':
              return <AnswerView key={turn.id} turn={turn} last={turn === last} />
          }
        })}
        {running.value === undefined && callsOf(last).length > 0 && <ToolResultsForm key={last?.id} calls={callsOf(last)} />}
      </div>
      {!atEnd.value && list.length > 0 && (
        <Button class="to-end" icon="arrowDown" onClick={toEnd}>
          Jump to newest
        </Button>
      )}
    </div>
  )
}
