import type { Problem } from '../../api/problem.js'
import { Button } from '../../components/button.js'
import { lazy } from '../../components/lazy.js'
import { ErrorBlock } from '../../components/states.js'
import { Status } from '../../components/status.js'
import type { AnswerTurn } from './conversation.js'
import { regenerate, running } from './playground.js'

/** Its advice cannot be loaded while the gateway is away: the error itself needs nothing more. */
const AnswerFailure = lazy(
  () => import('./answer-failure.js'),
  ({ id, problem }: { readonly id: number; readonly problem: Problem }) => (
    <ErrorBlock problem={problem} retryWaits={running.value !== undefined} onRetry={() => regenerate(id)} />
  ),
)

/** How an answer ended, where it did not just end. */
export function AnswerOutcome({
  turn,
  last,
  onContinue,
}: {
  readonly turn: AnswerTurn
  readonly last: boolean
  readonly onContinue: () => void
}) {
  const { standing } = turn
  if (standing.state === 'failed') return <AnswerFailure id={turn.id} problem={standing.problem} />
  if (standing.state === 'stopped') return <Status kind="neutral">Stopped by you</Status>
  if (standing.state !== 'complete') return null
  if (standing.finish === 'length')
    return (
      <div class="row">
        <Status kind="warning">Cut off: the limit of tokens was reached</Status>
        {last && <Button onClick={onContinue}>Continue</Button>}
      </div>
    )
  if (standing.finish === 'content_filter') return <Status kind="warning">Ended by the provider's content filter</Status>
  if (turn.text === '' && turn.calls.length === 0 && turn.pictures.length === 0) return <Status kind="warning">The answer is empty</Status>
  return null
}
