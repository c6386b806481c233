import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadSession } from './api/api.js'
import { problemOf, type Problem } from './api/problem.js'
import { session, sessionExpired } from './api/session.js'
import { ErrorBlock, LoadingPage } from './components/states.js'
import { JumpKey } from './layout/jump-key.js'
import { CurrentPage } from './layout/current-page.js'
import { lazy } from './components/lazy.js'
import { startRouter } from './router/router.js'

const SessionDialog = lazy(() => import('./layout/session-dialog.js'))

export function App() {
  const problem = useSignal<Problem | undefined>(undefined)
  const load = () => {
    problem.value = undefined
    loadSession().catch((error: unknown) => (problem.value = problemOf(error)))
  }
  useEffect(() => {
    startRouter()
    load()
  }, [])
  if (problem.value !== undefined)
    return (
      <main class="bare stack">
        <h1>anywire</h1>
        <ErrorBlock problem={problem.value} onRetry={load} />
      </main>
    )
  if (session.value === undefined) return <LoadingPage what="the console" />
  return (
    <>
      <CurrentPage />
      {session.value.state === 'signed_in' && <JumpKey />}
      {sessionExpired.value && <SessionDialog />}
    </>
  )
}
