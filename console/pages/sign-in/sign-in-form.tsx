import { useSignal } from '@preact/signals'
import { api, beginSession } from '../../api/api.js'
import { problemOf, type Problem } from '../../api/problem.js'
import { Button } from '../../components/button.js'
import { Countdown } from '../../components/countdown.js'
import { TextField } from '../../components/field.js'
import { ErrorBlock } from '../../components/states.js'

export function SignInForm({ name: known, onDone }: { readonly name: string; readonly onDone: () => void }) {
  const name = useSignal(known)
  const password = useSignal('')
  const busy = useSignal(false)
  const problem = useSignal<Problem | undefined>(undefined)
  const submit = async () => {
    busy.value = true
    problem.value = undefined
    try {
      await api.post('/api/console/sign-in', { name: name.value, password: password.value })
      password.value = ''
      await beginSession()
      onDone()
    } catch (error) {
      problem.value = problemOf(error)
    } finally {
      busy.value = false
    }
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="Name"
        name="username"
        autoComplete="username"
        required
        value={name.value}
        onInput={(value) => (name.value = value)}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password.value}
        onInput={(value) => (password.value = value)}
      />
      {problem.value !== undefined && (
        <ErrorBlock
          problem={problem.value.status === 401 ? { ...problem.value, title: 'Not signed in' } : problem.value}
          advice={adviceOf(problem.value)}
        />
      )}
      <Button variant="primary" type="submit" busy={busy.value} disabled={busy.value}>
        Sign in
      </Button>
    </form>
  )
}

function adviceOf(problem: Problem) {
  if (problem.status === 429 && problem.retryAfterSeconds !== undefined)
    return (
      <>
        You can try again in <Countdown seconds={problem.retryAfterSeconds} />.
      </>
    )
  if (problem.status === 401)
    return (
      <>
        Check both. If you have forgotten the password, an admin can make you a new link with <code>anywire admin reset-password</code>.
      </>
    )
  return undefined
}
