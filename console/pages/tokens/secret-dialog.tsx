import type { PlatformCreatedToken } from '../../../generated/platform/model/index.js'
import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { Dialog } from '../../components/dialog.js'
import { Icon } from '../../components/icon.js'
import { handOver } from '../playground/hand-over.js'
import { navigate } from '../../router/router.js'

/** Shows a key, once: nothing but its own button closes it, and then the key is nowhere in the console. */
export function SecretDialog({ token, onClose }: { readonly token: PlatformCreatedToken | undefined; readonly onClose: () => void }) {
  const test = () => {
    if (token === undefined) return
    handOver.value = { key: token.key }
    onClose()
    navigate('/console/playground')
  }
  return (
    <Dialog
      title={`The key of ${token?.name ?? ''}`}
      open={token !== undefined}
      onClose={onClose}
      dismissible={false}
      footer={
        <>
          <Button icon="play" onClick={test}>
            Test in the playground
          </Button>
          <Button variant="primary" onClick={onClose}>
            I have stored it
          </Button>
        </>
      }
    >
      <p class="notice warning">
        <Icon name="alert" />
        <span>Copy it now. It is shown this once; the gateway keeps only a hash of it.</span>
      </p>
      <div class="secret">
        <code>{token?.key}</code>
        <CopyButton variant="primary" text={token?.key ?? ''} what="the key" />
      </div>
    </Dialog>
  )
}
