import { useSignal } from '@preact/signals'
import type { PlatformCreatedToken, PlatformToken } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { isAdmin } from '../../api/session.js'
import { useLoaded } from '../../api/use-loaded.js'
import { Button, ButtonLink } from '../../components/button.js'
import { ErrorBlock, NotLoaded, Skeleton } from '../../components/states.js'
import { PageHeading } from '../../layout/page-heading.js'
import { Managed } from '../../list/managed.js'
import { navigate } from '../../router/router.js'
import type { PageProperties } from '../page.js'
import { EditDialog } from './edit-dialog.js'
import { RevokeDialog } from './revoke-dialog.js'
import { RotateDialog } from './rotate-dialog.js'
import { SecretDialog } from './secret-dialog.js'
import { TokenDetails } from './token-details.js'
import { TopUpDialog } from '../../list/top-up-dialog.js'

type Opened = 'edit' | 'rotate' | 'top-up' | 'revoke'

/** One token: what it may do, what it has spent, and what can be done with it. */
export default function TokenPage({ parameters }: PageProperties) {
  const name = parameters['name'] ?? ''
  const path = `/api/admin/tokens/${encodeURIComponent(name)}`
  const { loaded, reload } = useLoaded((signal) => api.get<PlatformToken>(path, { signal }), name)
  const opened = useSignal<Opened | undefined>(undefined)
  const renewed = useSignal<PlatformCreatedToken | undefined>(undefined)
  const token = loaded.value
  const close = () => (opened.value = undefined)
  const done = () => {
    close()
    reload()
  }
  if (token === undefined)
    return (
      <>
        <PageHeading title={name} />
        {loaded.state === 'failed' ? (
          <NotLoaded
            problem={loaded.problem}
            missing="There is no token of this name"
            action={<ButtonLink href="/console/tokens">All tokens</ButtonLink>}
            onRetry={reload}
          />
        ) : (
          <Skeleton lines={8} what="the token" />
        )}
      </>
    )
  const changeable = isAdmin.value && token.managed_by === 'api'
  const button = (which: Opened, label: string, variant: 'plain' | 'danger' = 'plain') => (
    <Button variant={variant} onClick={() => (opened.value = which)}>
      {label}
    </Button>
  )
  return (
    <div class="stack">
      <PageHeading title={<span class="break">{token.name}</span>}>
        <ButtonLink href={`/console/requests?token=${encodeURIComponent(token.name)}`}>Requests</ButtonLink>
        <ButtonLink href={`/console/usage?token=${encodeURIComponent(token.name)}`}>Usage</ButtonLink>
        {changeable && (
          <>
            {button('edit', 'Change')}
            {token.budget_usd !== null && button('top-up', 'Top up')}
            {button('rotate', 'Rotate')}
            {button('revoke', 'Revoke', 'danger')}
          </>
        )}
      </PageHeading>
      {loaded.state === 'failed' && <ErrorBlock problem={loaded.problem} onRetry={reload} />}
      {isAdmin.value && <Managed what="token" by={token.managed_by} place={token.place} />}
      <TokenDetails token={token} />
      {opened.value === 'edit' && <EditDialog token={token} path={path} onClose={close} onDone={done} />}
      {opened.value === 'top-up' && (
        <TopUpDialog path={path} budget={token.budget_usd ?? '0'} what={`the token ${token.name}`} onClose={close} onDone={done} />
      )}
      {opened.value === 'rotate' && (
        <RotateDialog
          name={token.name}
          path={path}
          onClose={close}
          onDone={(created) => {
            done()
            renewed.value = created
          }}
        />
      )}
      {opened.value === 'revoke' && <RevokeDialog token={token} path={path} onClose={close} onDone={() => navigate('/console/tokens')} />}
      <SecretDialog token={renewed.value} onClose={() => (renewed.value = undefined)} />
    </div>
  )
}
