import { useSignal } from '@preact/signals'
import type { PlatformSession, PlatformSessionList } from '../../../generated/platform/model/index.js'
import { api, beginSession, loadSession } from '../../api/api.js'
import { user } from '../../api/session.js'
import { useAction } from '../../api/use-action.js'
import { useLoaded } from '../../api/use-loaded.js'
import { announce } from '../../components/announce.js'
import { Button } from '../../components/button.js'
import { TextField } from '../../components/field.js'
import { dateText } from '../../components/format.js'
import { browserText } from '../../format/user-agent.js'
import { ErrorBlock, Skeleton } from '../../components/states.js'
import { Status } from '../../components/status.js'
import { Table } from '../../components/table.js'
import { PageHeading } from '../../layout/page-heading.js'
import { navigate } from '../../router/router.js'
import { strengthOf } from '../set-up/strength.js'

/** Where else am I signed in, and how do I change my password? */
export default function AccountPage() {
  return (
    <div class="stack account">
      <PageHeading title="Your account" />
      <p>
        Signed in as <strong>{user.value?.name}</strong>, {user.value?.role}
        {user.value?.team != null && ` in the team ${user.value.team}`}.
      </p>
      <Sessions />
      <Password />
    </div>
  )
}

function Sessions() {
  const { loaded, reload } = useLoaded((signal) => api.get<PlatformSessionList>('/api/console/sessions', { signal }), '')
  const end = useAction(async (id: string) => {
    await api.delete(`/api/console/sessions/${encodeURIComponent(id)}`)
    reload()
  })
  const endAll = useAction(async () => {
    await api.post('/api/console/sign-out-everywhere')
    await loadSession()
    navigate('/console/sign-in')
  })
  const problem = end.problem ?? endAll.problem ?? (loaded.state === 'failed' ? loaded.problem : undefined)
  return (
    <section class="stack" aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">Sessions</h2>
      {problem !== undefined && <ErrorBlock problem={problem} onRetry={reload} />}
      {loaded.value === undefined && loaded.state === 'loading' && <Skeleton what="your sessions" />}
      {loaded.value !== undefined && (
        <Table
          caption="Your sessions"
          rows={loaded.value.data}
          rowKey={(row) => row.id}
          columns={[
            { id: 'agent', header: 'Browser', cell: (row: PlatformSession) => <Browser userAgent={row.user_agent} /> },
            { id: 'address', header: 'From', cell: (row) => row.address ?? 'not known' },
            { id: 'since', header: 'Since', cell: (row) => <span class="nowrap">{dateText(row.created_at)}</span> },
            { id: 'used', header: 'Last used', cell: (row) => <span class="nowrap">{dateText(row.last_used_at)}</span> },
            {
              id: 'end',
              header: <span class="visually-hidden">End</span>,
              cell: (row) =>
                row.current ? (
                  <Status kind="good">
                    <span class="nowrap">This session</span>
                  </Status>
                ) : (
                  <Button disabled={end.busy} onClick={() => end.start(row.id)}>
                    End it<span class="visually-hidden">: {nameOf(row.user_agent)}</span>
                  </Button>
                ),
            },
          ]}
        />
      )}
      <div>
        <Button variant="danger" icon="signOut" busy={endAll.busy} disabled={endAll.busy} onClick={() => endAll.start()}>
          Sign out everywhere
        </Button>
      </div>
    </section>
  )
}

function Browser({ userAgent }: { readonly userAgent: string | null }) {
  return (
    <>
      {nameOf(userAgent)}
      {userAgent !== null && <div class="hint break user-agent">{userAgent}</div>}
    </>
  )
}

const nameOf = (userAgent: string | null): string => (userAgent === null ? 'not known' : browserText(userAgent))

function Password() {
  const current = useSignal('')
  const next = useSignal('')
  const action = useAction(async () => {
    await api.post('/api/console/password', { current_password: current.value, new_password: next.value })
    current.value = ''
    next.value = ''
    await beginSession()
    announce('The password is changed. All other sessions have ended.')
  })
  return (
    <form
      class="stack narrow"
      aria-labelledby="password-heading"
      onSubmit={(event) => {
        event.preventDefault()
        action.start()
      }}
    >
      <h2 id="password-heading">Password</h2>
      <p class="hint">All your other sessions end when it changes.</p>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current.value}
        onInput={(value) => (current.value = value)}
      />
      <TextField
        label="New password"
        hint={`At least 12 characters. ${strengthOf(next.value)}`}
        type="password"
        autoComplete="new-password"
        minLength={12}
        required
        value={next.value}
        onInput={(value) => (next.value = value)}
      />
      {action.problem !== undefined && <ErrorBlock problem={action.problem} />}
      <div>
        <Button variant="primary" type="submit" busy={action.busy} disabled={action.busy}>
          Change the password
        </Button>
      </div>
    </form>
  )
}
