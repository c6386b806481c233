import { sessionExpired, user } from '../api/session.js'
import { Dialog } from '../components/dialog.js'
import { SignInForm } from '../pages/sign-in/sign-in-form.js'

/** Over the page, which keeps what was typed, until the user has signed in again. */
export default function SessionDialog() {
  return (
    <Dialog title="Your session has ended" open dismissible={false} onClose={() => (sessionExpired.value = true)}>
      <p>Sign in again. What you have on this page stays.</p>
      <SignInForm name={user.value?.name ?? ''} onDone={() => undefined} />
    </Dialog>
  )
}
