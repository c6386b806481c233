import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../../components/button.js'
import { Countdown } from '../../components/countdown.js'
import { Link } from '../../components/link.js'
import { ErrorBlock } from '../../components/states.js'
import { Status } from '../../components/status.js'
import { adviceOf } from './advice.js'
import type { AnswerTurn } from './conversation.js'
import { regenerate } from './playground.js'
import { tokenCheck } from './token.js'

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
  if (standing.state === 'failed') return <Failure turn={turn} />
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

function Failure({ turn }: { readonly turn: AnswerTurn }) {
  const problem = turn.standing.state === 'failed' ? turn.standing.problem : undefined
  const waits = useSignal(problem?.retryAfterSeconds !== undefined)
  useEffect(() => {
    waits.value = problem?.retryAfterSeconds !== undefined
  }, [problem])
  if (problem === undefined) return null
  const { retryAfterSeconds, requestId } = problem
  return (
    <ErrorBlock
      problem={problem}
      advice={
        <>
          {adviceOf(problem, tokenCheck.value)}
          {waits.value && retryAfterSeconds !== undefined && (
            <>
              {' '}
              You can try again in <Countdown seconds={retryAfterSeconds} onEnd={() => (waits.value = false)} />.
            </>
          )}
          {requestId !== undefined && (
            <>
              {' '}
              <Link href={`/console/requests/${encodeURIComponent(requestId)}`}>Its entry in the log</Link>
            </>
          )}
        </>
      }
      onRetry={waits.value ? undefined : () => regenerate(turn.id)}
    />
  )
}
