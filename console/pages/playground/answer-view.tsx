import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { Disclosure } from '../../components/disclosure.js'
import { isRunning, type AnswerTurn } from './conversation.js'
import { lazy } from '../../components/lazy.js'
import { MeasuresLine } from './measures-line.js'
import { deleteFrom, regenerate, running, send } from './playground.js'
import { AnswerOutcome } from './answer-outcome.js'
import { Waiting } from './waiting.js'

/** Loaded with the first answer; until then its text is shown as it is. */
const Markdown = lazy(
  () => import('./markdown/markdown.js'),
  ({ text }: { readonly text: string; readonly running: boolean }) => <p class="said">{text}</p>,
)

const AnswerParts = lazy(() => import('./answer-parts.js'))

export function AnswerView({ turn, last }: { readonly turn: AnswerTurn; readonly last: boolean }) {
  const { standing, text, reasoning, calls, pictures } = turn
  const busy = running.value !== undefined
  return (
    <article class={isRunning(turn) ? 'turn answer running' : 'turn answer'} aria-label="Answer">
      <h2 class="role">{turn.measures.model === '' ? 'Model' : turn.measures.model}</h2>
      {reasoning !== '' && (
        <Disclosure summary={`Reasoning, ${reasoning.length.toLocaleString('en')} characters`}>
          <p class="reasoning">{reasoning}</p>
        </Disclosure>
      )}
      {text !== '' && <Markdown text={text} running={isRunning(turn)} />}
      {pictures.length + calls.length > 0 && <AnswerParts turn={turn} />}
      {standing.state === 'waiting' && <Waiting model={turn.measures.model} />}
      <AnswerOutcome turn={turn} last={last} onContinue={() => send('Continue exactly where you stopped.', [])} />
      {!isRunning(turn) && (
        <>
          {standing.state !== 'failed' && <MeasuresLine measures={turn.measures} />}
          <div class="turn-buttons">
            {text !== '' && <CopyButton variant="quiet" text={text} what="the answer" />}
            {standing.state !== 'failed' && (
              <Button variant="quiet" icon="refresh" disabled={busy} onClick={() => regenerate(turn.id)}>
                Regenerate
              </Button>
            )}
            <Button variant="quiet" icon="trash" disabled={busy} onClick={() => deleteFrom(turn.id)}>
              Delete from here
            </Button>
          </div>
        </>
      )}
    </article>
  )
}
