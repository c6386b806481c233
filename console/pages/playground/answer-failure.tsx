import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Problem } from '../../api/problem.js'
import { Countdown } from '../../components/countdown.js'
import { Link } from '../../components/link.js'
import { ErrorBlock } from '../../components/states.js'
import { adviceOf } from './advice.js'
import { regenerate, running } from './playground.js'
import { tokenCheck } from './token.js'

/** Why there is no answer, and what to try. */
export default function AnswerFailure({ id, problem }: { readonly id: number; readonly problem: Problem }) {
  const waits = useSignal(problem.retryAfterSeconds !== undefined)
  useEffect(() => {
    waits.value = problem.retryAfterSeconds !== undefined
  }, [problem])
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
          {requestId !== undefined && problem.status !== 401 && (
            <>
              {' '}
              <Link href={`/console/requests/${encodeURIComponent(requestId)}`}>Its entry in the log</Link>
            </>
          )}
        </>
      }
      retryWaits={waits.value || running.value !== undefined}
      onRetry={() => regenerate(id)}
    />
  )
}
