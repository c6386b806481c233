import { useSignal } from '@preact/signals'
import { api, beginSession } from '../../api/api.js'
import { problemOf, type Problem } from '../../api/problem.js'
import { session } from '../../api/session.js'
import { Button, ButtonLink } from '../../components/button.js'
import { Checkbox, TextField } from '../../components/field.js'
import { EmptyState, ErrorBlock } from '../../components/states.js'
import { BarePage } from '../../layout/bare-page.js'
import { navigate } from '../../router/router.js'
import type { PageProperties } from '../page.js'
import { strengthOf } from './strength.js'

export default function SetUpPage({ query }: PageProperties) {
  const code = useSignal(query.get('code') ?? '')
  const name = useSignal('')
  const password = useSignal('')
  const shown = useSignal(false)
  const busy = useSignal(false)
  const problem = useSignal<Problem | undefined>(undefined)
  if (session.value?.state === 'signed_in' || (session.value?.state === 'signed_out' && code.value === ''))
    return (
      <BarePage title="Set up the console">
        <EmptyState title="The console is set up already." action={<ButtonLink href="/console/sign-in">Sign in</ButtonLink>} />
      </BarePage>
    )
  const submit = async () => {
    busy.value = true
    problem.value = undefined
    try {
      await api.post('/api/console/set-up', { code: code.value.trim(), name: name.value, password: password.value })
      password.value = ''
      await beginSession()
      navigate('/console/first-token', { replace: true })
    } catch (error) {
      problem.value = problemOf(error)
    } finally {
      busy.value = false
    }
  }
  return (
    <BarePage title="Set up the console">
      <p>Make the first account. It owns this gateway: it can make tokens, see all use, and invite others.</p>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label="Code"
          hint="The gateway printed it when it started, with the link to this page. It is valid once, for 30 minutes."
          name="code"
          autoComplete="one-time-code"
          required
          value={code.value}
          onInput={(value) => (code.value = value)}
        />
        <TextField
          label="Name"
          hint="What you sign in with, for instance your e-mail address."
          name="username"
          autoComplete="username"
          required
          value={name.value}
          onInput={(value) => (name.value = value)}
        />
        <TextField
          label="Password"
          hint={`At least 12 characters. A few words that are not a saying work well. ${strengthOf(password.value)}`}
          name="new-password"
          type={shown.value ? 'text' : 'password'}
          autoComplete="new-password"
          minLength={12}
          required
          value={password.value}
          onInput={(value) => (password.value = value)}
        />
        <Checkbox label="Show the password" checked={shown.value} onChange={(checked) => (shown.value = checked)} />
        {problem.value !== undefined && <ErrorBlock problem={problem.value} />}
        <Button variant="primary" type="submit" busy={busy.value} disabled={busy.value}>
          Make the account
        </Button>
      </form>
    </BarePage>
  )
}
