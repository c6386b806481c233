import type { PlatformRequestDetails } from '../../../generated/platform/model/index.js'
import { CopyButton } from '../../components/copy-button.js'
import { readable } from './replay.js'

/** What was sent and answered, where it was kept. */
export function Bodies({ request: { request_body: sent, reply_body: answered } }: { readonly request: PlatformRequestDetails }) {
  if (sent === null && answered === null)
    return (
      <section class="panel">
        <h2>Bodies</h2>
        <p class="muted">
          They were not kept. With <code>accounting.bodies.keep</code> in the configuration the gateway keeps the beginning of each, without
          secrets, for <code>accounting.bodies.retention_days</code>.
        </p>
      </section>
    )
  return (
    <>
      <Body title="Request body" text={sent} />
      <Body title="Reply body" text={answered} />
    </>
  )
}

function Body({ title, text }: { readonly title: string; readonly text: string | null }) {
  return (
    <section class="stack">
      <div class="row">
        <h2>{title}</h2>
        {text !== null && <CopyButton variant="quiet" text={text} what={`the ${title.toLowerCase()}`} />}
      </div>
      {text === null ? (
        <p class="muted">It was not kept: there was none, or it was no text.</p>
      ) : (
        <pre class="body-text" tabIndex={0} aria-label={title}>
          {readable(text)}
        </pre>
      )}
    </section>
  )
}
