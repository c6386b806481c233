import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PlatformInviteState } from '../../../generated/platform/model/index.js'
import { api, beginSession } from '../../api/api.js'
import { problemOf, type Problem } from '../../api/problem.js'
import { session } from '../../api/session.js'
import { useAction } from '../../api/use-action.js'
import { Button, ButtonLink } from '../../components/button.js'
import { Checkbox, TextField } from '../../components/field.js'
import { EmptyState, ErrorBlock } from '../../components/states.js'
import { BarePage } from '../../layout/bare-page.js'
import { navigate } from '../../router/router.js'
import type { PageProperties } from '../page.js'
import { strengthOf } from './strength.js'

const titles = { first_account: 'Set up the console', invitation: 'Set your password', reset: 'Set a new password' } as const

/** Sets a password with a one-time code: that of the first start, or an invitation's. */
export default function SetUpPage({ query }: PageProperties) {
  const code = useSignal(query.get('code') ?? '')
  const name = useSignal('')
  const password = useSignal('')
  const shown = useSignal(false)
  const invite = useSignal<PlatformInviteState | undefined>(undefined)
  const inviteProblem = useSignal<Problem | undefined>(undefined)
  useEffect(() => {
    // The code is in no address that others may see or that the browser keeps.
    navigate('/console/set-up', { replace: true })
    if (code.value === '') return
    api.post<PlatformInviteState>('/api/console/invite', { code: code.value }).then(
      (state) => {
        invite.value = state
        // Another name may have been typed meanwhile.
        if (state.user !== null) name.value = state.user
      },
      (error: unknown) => (inviteProblem.value = problemOf(error)),
    )
  }, [])
  const action = useAction(async () => {
    const first = invite.value === undefined || invite.value.purpose === 'first_account'
    await api.post('/api/console/set-up', { code: code.value.trim(), password: password.value, ...(first && { name: name.value }) })
    password.value = ''
    await beginSession()
    navigate(first ? '/console/first-token' : '/console/playground', { replace: true })
  })
  const title = titles[invite.value?.purpose ?? 'first_account']
  if (code.value === '' && session.value?.state !== 'set_up_needed')
    return (
      <BarePage title={title}>
        <EmptyState title="The console is set up already." action={<ButtonLink href="/console/sign-in">Sign in</ButtonLink>} />
      </BarePage>
    )
  const invited = invite.value?.user ?? null
  return (
    <BarePage title={title}>
      {invited === null ? (
        <p>Create the first account. It owns this gateway: it can create tokens, see all usage, and invite others.</p>
      ) : (
        <p>
          For the account <strong>{invited}</strong>.
        </p>
      )}
      {inviteProblem.value !== undefined && (
        <ErrorBlock
          problem={inviteProblem.value.code === 'invalid_code' ? { ...inviteProblem.value, title: 'Not accepted' } : inviteProblem.value}
          advice={
            inviteProblem.value.code === 'invalid_code' ? (
              <>
                The gateway prints a new link when it starts; an admin can make one with <code>anywire admin invite</code>.
              </>
            ) : undefined
          }
        />
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          action.start()
        }}
      >
        {invite.value === undefined && (
          <TextField
            label="Code"
            hint="The gateway printed it when it started, with the link to this page. It works once, for 30 minutes."
            name="code"
            autoComplete="one-time-code"
            required
            value={code.value}
            onInput={(value) => (code.value = value)}
          />
        )}
        <TextField
          label="Name"
          {...(invited === null && { hint: 'What you sign in with.' })}
          name="username"
          autoComplete="username"
          required
          readOnly={invited !== null}
          value={name.value}
          onInput={(value) => (name.value = value)}
        />
        <TextField
          label="Password"
          hint={`At least 12 characters. Several words that are no known phrase work well. ${strengthOf(password.value)}`}
          name="new-password"
          type={shown.value ? 'text' : 'password'}
          autoComplete="new-password"
          minLength={12}
          required
          value={password.value}
          onInput={(value) => (password.value = value)}
        />
        <Checkbox label="Show the password" checked={shown.value} onChange={(checked) => (shown.value = checked)} />
        {action.problem !== undefined && <ErrorBlock problem={action.problem} />}
        <Button variant="primary" type="submit" busy={action.busy} disabled={action.busy}>
          {invited === null ? 'Create the account' : 'Set the password'}
        </Button>
      </form>
    </BarePage>
  )
}
