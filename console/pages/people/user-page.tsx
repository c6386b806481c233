import { useSignal } from '@preact/signals'
import type { PlatformInvite, PlatformUser } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { useAction } from '../../api/use-action.js'
import { useLoaded } from '../../api/use-loaded.js'
import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { Dialog } from '../../components/dialog.js'
import { Facts } from '../../components/facts.js'
import { Link } from '../../components/link.js'
import { ErrorBlock } from '../../components/states.js'
import { Status } from '../../components/status.js'
import { Amount } from '../../format/spending.js'
import { Utc } from '../../format/time.js'
import { Links } from '../../list/links.js'
import type { PageProperties } from '../page.js'
import { tokenLink } from '../tokens/token-columns.js'
import { DisableDialog } from './disable-dialog.js'
import { formOfUser } from './person-form.js'
import { personLink } from './person-link.js'
import { PersonPage } from './person-page.js'

export default function UserPage({ parameters }: PageProperties) {
  const name = parameters['name'] ?? ''
  const path = `/api/admin/users/${encodeURIComponent(name)}`
  const { loaded, reload } = useLoaded((signal) => api.get<PlatformUser>(path, { signal }), name)
  const invited = useSignal<PlatformInvite | undefined>(undefined)
  const invite = useAction(async () => {
    invited.value = await api.post<PlatformInvite>(`${path}/invite`)
  })
  const disabling = useSignal(false)
  const user = loaded.value
  return (
    <>
      <PersonPage
        what="user"
        name={name}
        path={path}
        loaded={loaded}
        reload={reload}
        formOf={formOfUser}
        onDelete="All tokens of the user are revoked, and the user cannot sign in any more. The records stay."
        actions={
          <>
            {user?.disabled === false && (
              <Button busy={invite.busy} onClick={invite.start}>
                Invite
              </Button>
            )}
            <Button onClick={() => (disabling.value = true)}>{user?.disabled === true ? 'Enable' : 'Disable'}</Button>
          </>
        }
      >
        {(user) => (
          <>
            {invite.problem !== undefined && <ErrorBlock problem={invite.problem} onRetry={invite.start} />}
            <section class="panel" aria-label="Facts">
              <Facts
                facts={[
                  ['State', user.disabled ? <Status kind="warning">disabled</Status> : <Status kind="good">enabled</Status>],
                  ['Role', user.role],
                  ['E-mail', user.email ?? <span class="muted">none</span>],
                  [
                    'Team',
                    user.team === null ? <span class="muted">none</span> : <Link href={personLink('team', user.team)}>{user.team}</Link>,
                  ],
                  ['Created', <Utc time={user.created_at} />],
                  ['Spent', <Amount text={user.spent_usd} />],
                  ['Reserved for running requests', <Amount text={user.reserved_usd} />],
                  ['Tokens', <Links names={user.tokens} linkOf={tokenLink} />],
                ]}
              />
            </section>
          </>
        )}
      </PersonPage>
      {disabling.value && user !== undefined && (
        <DisableDialog
          user={user}
          path={path}
          onClose={() => (disabling.value = false)}
          onDone={() => {
            disabling.value = false
            reload()
          }}
        />
      )}
      <Dialog
        title={`Invite ${name}`}
        open={invited.value !== undefined}
        onClose={() => (invited.value = undefined)}
        dismissible={false}
        footer={
          <Button variant="primary" onClick={() => (invited.value = undefined)}>
            Done
          </Button>
        }
      >
        <p>
          With this link {name} sets a password and signs in. It works once
          {invited.value !== undefined && (
            <>
              , until <Utc time={invited.value.expires_at} />
            </>
          )}
          , and is shown this once.
        </p>
        <div class="secret">
          <code>{invited.value?.link}</code>
          <CopyButton variant="primary" text={invited.value?.link ?? ''} what="the link" />
        </div>
      </Dialog>
    </>
  )
}
