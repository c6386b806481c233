import { useEffect } from 'preact/hooks'
import { session } from '../../api/session.js'
import { BarePage } from '../../layout/bare-page.js'
import { safeReturnPath } from '../../router/match.js'
import { navigate } from '../../router/router.js'
import type { PageProperties } from '../page.js'
import { SignInForm } from './sign-in-form.js'

export default function SignInPage({ query }: PageProperties) {
  const next = safeReturnPath(query.get('then'))
  const state = session.value?.state
  useEffect(() => {
    if (state === 'signed_in') navigate(next, { replace: true })
    if (state === 'set_up_needed') navigate('/console/set-up', { replace: true })
  }, [state, next])
  return (
    <BarePage title="Sign in">
      <SignInForm name="" onDone={() => undefined} />
      <p class="hint">No account yet? Ask your operator for an invitation: there is no default name or password.</p>
    </BarePage>
  )
}
