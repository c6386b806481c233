import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PlatformTrace } from '../../../../generated/platform/model/index.js'
import { api } from '../../../api/api.js'
import { useLoaded } from '../../../api/use-loaded.js'
import { Button } from '../../../components/button.js'
import { Select } from '../../../components/field.js'
import { Segments } from '../../../components/segments.js'
import { EmptyState, ErrorBlock, Skeleton } from '../../../components/states.js'
import { isRunning, type AnswerTurn } from '../conversation.js'
import { logs, turns } from '../playground.js'
import type { WireLog } from '../wire-log.js'
import { Frames } from './frames.js'
import { Headers } from './headers.js'
import './inspector.css'
import { JsonView } from './json-view.js'
import TraceView from './trace-view.js'

type Tab = 'request' | 'response' | 'trace'

const tabs = [
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response' },
  { value: 'trace', label: 'Trace' },
] as const

/** What was really sent and received for an answer: here in the browser, and inside the gateway. */
export default function Inspector({ onClose }: { readonly onClose: () => void }) {
  const tab = useSignal<Tab>('request')
  const wide = useSignal(false)
  const chosen = useSignal<number | undefined>(undefined)
  const answers = turns.value.filter((turn) => turn.kind === 'answer')
  const answer = answers.find((turn) => turn.id === chosen.value) ?? answers.at(-1)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && wide.value) wide.value = false
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <aside class={wide.value ? 'inspector wide' : 'inspector'} aria-label="Inspector">
      <header>
        <h2>Inspector</h2>
        <Button variant="quiet" aria-pressed={wide.value} onClick={() => (wide.value = !wide.value)}>
          {wide.value ? 'Smaller' : 'Larger'}
        </Button>
        <Button variant="quiet" icon="close" onClick={onClose}>
          Close
        </Button>
      </header>
      {answer === undefined ? (
        <EmptyState title="Nothing sent yet.">Send a message: its request, reply and path through the gateway are shown here.</EmptyState>
      ) : (
        <>
          {answers.length > 1 && (
            <Select
              label="Request"
              value={String(answer.id)}
              choices={answers.map((turn, index) => ({
                value: String(turn.id),
                label: `${index + 1}: ${turn.measures.model}, ${turn.measures.style}`,
              }))}
              onChange={(id) => (chosen.value = Number(id))}
            />
          )}
          <Segments legend="Part" value={tab.value} choices={tabs} onChange={(value) => (tab.value = value)} />
          <Part tab={tab.value} answer={answer} log={logs.value.get(answer.id)} />
        </>
      )}
    </aside>
  )
}

function Part({ tab, answer, log }: { readonly tab: Tab; readonly answer: AnswerTurn; readonly log: WireLog | undefined }) {
  if (tab === 'trace') return <Trace answer={answer} />
  if (log === undefined) return <p class="muted">Not sent from this page.</p>
  if (tab === 'request')
    return (
      <div class="inspector-part">
        <p class="pane-facts">POST {log.path}</p>
        <Headers headers={log.headers} />
        <JsonView text={log.body} label="Body of the request" />
      </div>
    )
  if (log.reply === undefined) return <p class="muted">No reply yet.</p>
  return (
    <div class="inspector-part">
      <p class="pane-facts">
        Status {log.reply.status} · headers after {log.reply.atMs} ms · {log.frames.length} {log.frames.length === 1 ? 'piece' : 'pieces'}
      </p>
      <Headers headers={log.reply.headers} />
      <Frames frames={log.frames} label="Events of the reply" />
      {log.cut && <p class="hint">It was longer than what is kept: its end is not shown.</p>}
    </div>
  )
}

function Trace({ answer }: { readonly answer: AnswerTurn }) {
  const { requestId } = answer.measures
  if (requestId === undefined)
    return <p class="muted">{isRunning(answer) ? 'No reply yet.' : 'The gateway has not answered this request.'}</p>
  return <LoadedTrace requestId={requestId} running={isRunning(answer)} />
}

function LoadedTrace({ requestId, running }: { readonly requestId: string; readonly running: boolean }) {
  const { loaded, reload } = useLoaded(
    (signal) => api.get<PlatformTrace>(`/api/console/traces/${encodeURIComponent(requestId)}`, { signal }),
    `${requestId} ${String(running)}`,
  )
  const finished = loaded.value?.finished ?? true
  useEffect(() => {
    // The trace grows with the reply.
    if (!running && finished) return
    const timer = setInterval(reload, 1000)
    return () => clearInterval(timer)
  }, [running, finished])
  if (loaded.value !== undefined) return <TraceView trace={loaded.value} />
  if (loaded.state !== 'failed') return <Skeleton what="the trace" />
  if (loaded.problem.status === 404)
    return (
      <EmptyState title="No trace of this request.">
        The gateway keeps the newest requests with the token of your session, in its memory. Requests with a pasted token are in the log.
      </EmptyState>
    )
  return <ErrorBlock problem={loaded.problem} onRetry={reload} />
}
