import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PlatformCreatedToken, PlatformTokenList } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { baseAddress, user } from '../../api/session.js'
import { useAction } from '../../api/use-action.js'
import { Button, ButtonLink } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { TextField } from '../../components/field.js'
import { Link } from '../../components/link.js'
import { ErrorBlock } from '../../components/states.js'
import { PageHeading } from '../../layout/page-heading.js'
import { navigate } from '../../router/router.js'
import '../../list/list.css'
import { handOver } from '../playground/hand-over.js'

/** The start of a gateway without any token makes one that is called first. */
const usualName = 'first'
const otherNames = ['second', 'third']
const thirtyDays = 30 * 24 * 3600 * 1000

/** After the first sign-in: a token, and the way to try it. */
export default function FirstTokenPage() {
  const name = useSignal(usualName)
  const token = useSignal<PlatformCreatedToken | undefined>(undefined)
  const action = useAction(async () => {
    const owner = user.value?.name
    token.value = await api.post<PlatformCreatedToken>('/api/admin/tokens', {
      name: name.value,
      expires_at: new Date(Date.now() + thirtyDays).toISOString(),
      ...(owner !== undefined && { user: owner }),
    })
  })
  useEffect(() => {
    api.get<PlatformTokenList>('/api/admin/tokens?limit=100').then(
      ({ data }) => {
        const taken = data.map((one) => one.name)
        if (name.value === usualName && taken.includes(usualName)) name.value = otherNames.find((one) => !taken.includes(one)) ?? ''
      },
      // The name stays; it is refused where it is taken.
      () => undefined,
    )
  }, [])
  const tryIt = (key: string) => {
    handOver.value = { key }
    navigate('/console/playground')
  }
  return (
    <div class="narrow stack">
      <PageHeading title="Create your first token" />
      {token.value === undefined ? (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            action.start()
          }}
        >
          <p>
            Clients of this gateway send a token, as they would send a provider's key. This one is yours, for 30 days; limits can be set
            later.
          </p>
          <TextField label="Name" hint="So that you recognise it." required value={name.value} onInput={(value) => (name.value = value)} />
          {action.problem !== undefined && <ErrorBlock problem={action.problem} />}
          <div class="row">
            <Button variant="primary" type="submit" busy={action.busy} disabled={action.busy}>
              Create the token
            </Button>
            <ButtonLink href="/console/playground" variant="quiet">
              Not now
            </ButtonLink>
          </div>
        </form>
      ) : (
        <CreatedToken token={token.value} onTry={tryIt} />
      )}
    </div>
  )
}

function CreatedToken({ token, onTry }: { readonly token: PlatformCreatedToken; readonly onTry: (key: string) => void }) {
  return (
    <>
      <p>
        <strong>Copy it now.</strong> It is shown this once; the gateway keeps only a hash of it.
      </p>
      <div class="secret">
        <code>{token.key}</code>
        <CopyButton text={token.key} what="the token" />
      </div>
      <p>
        The base address for clients is <code>{baseAddress.value}</code>: the <Link href="/">home page</Link> has it in the form that each
        client wants.
      </p>
      <div class="row">
        <Button variant="primary" icon="play" onClick={() => onTry(token.key)}>
          Try it
        </Button>
        <ButtonLink href="/console/tokens">See all tokens</ButtonLink>
      </div>
    </>
  )
}
