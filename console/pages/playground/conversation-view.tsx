import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { AnswerView } from './answer-view.js'
import { lazy } from '../../components/lazy.js'
import { callsOf } from './conversation.js'
import { Examples } from './examples.js'
import { models } from './models.js'
import { running, turns } from './playground.js'
import { ToolResultsView } from './tool-results.js'
import { UserMessage } from './user-message.js'

const NoModel = lazy(() => import('./no-model.js'))
const ToolResultsForm = lazy(() => import('./tool-results-form.js'))

/** Nearer than this to the end, the reader is taken to follow the answer. */
const nearEnd = 48

/** Follows the answer while the reader is at the end; else a button leads there. */
export function Conversation() {
  const scroller = useRef<HTMLDivElement>(null)
  const atEnd = useSignal(true)
  const list = turns.value
  const last = list.at(-1)
  const top = useRef(0)
  const toEnd = () => {
    const element = scroller.current
    if (element !== null) element.scrollTop = element.scrollHeight
  }
  useEffect(() => {
    if (atEnd.peek()) toEnd()
  }, [list])
  useEffect(() => {
    if (running.value === undefined) return
    atEnd.value = true
    toEnd()
  }, [running.value])
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
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < nearEnd) atEnd.value = true
          // Turns that come into view grow to their size: that is no scrolling of the reader.
          else if (scrollTop < top.current) atEnd.value = false
          top.current = scrollTop
        }}
      >
        {list.length === 0 && (models.value.value?.length === 0 ? <NoModel /> : <Examples />)}
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
