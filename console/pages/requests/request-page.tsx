import type { PlatformConsoleModelList, PlatformRequestDetails } from '../../../generated/platform/model/index.js'
import { snippet } from '../../../src/snippets/index.js'
import { api } from '../../api/api.js'
import { baseAddress } from '../../api/session.js'
import { useLoaded } from '../../api/use-loaded.js'
import { Button } from '../../components/button.js'
import { CopyButton } from '../../components/copy-button.js'
import { EmptyState, ErrorBlock, Skeleton } from '../../components/states.js'
import { PageHeading } from '../../layout/page-heading.js'
import '../../list/list.css'
import { navigate } from '../../router/router.js'
import { handOver } from '../playground/hand-over.js'
import type { PageProperties } from '../page.js'
import { AttemptTable } from './attempt-table.js'
import { Bodies } from './bodies.js'
import { Cost } from './cost.js'
import { LossTable } from './loss-table.js'
import { replayOf } from './replay.js'
import { Summary } from './summary.js'
import { TimelineBar } from './timeline-bar.js'
import { Trace } from './trace.js'
import { Wire } from './wire.js'
import './requests.css'

/** One request: how it ended and why, how long what took, what it cost, what was sent. */
export default function RequestPage({ parameters }: PageProperties) {
  const id = parameters['id'] ?? ''
  const { loaded, reload } = useLoaded(
    (signal) => api.get<PlatformRequestDetails>(`/api/admin/requests/${encodeURIComponent(id)}`, { signal }),
    id,
  )
  const models = useLoaded((signal) => api.get<PlatformConsoleModelList>('/api/console/models', { signal }), 'models')
  const request = loaded.value
  if (request === undefined) {
    const missing = loaded.state === 'failed' && loaded.problem.status === 404
    return (
      <>
        <PageHeading title="Request" />
        {missing ? (
          <EmptyState title="There is no record of this request" action={<Button onClick={reload}>Look again</Button>}>
            <code class="break">{id}</code> – a record is there within a second after the end of its request, and as long as records are
            kept.
          </EmptyState>
        ) : loaded.state === 'failed' ? (
          <ErrorBlock problem={loaded.problem} onRetry={reload} />
        ) : (
          <Skeleton lines={10} what="the request" />
        )}
      </>
    )
  }
  const replay = replayOf(request)
  const open = () => {
    handOver.value = {
      ...(request.model !== null && { model: request.model }),
      ...(request.style !== null && { style: request.style }),
      ...(replay !== undefined && { body: JSON.stringify(replay.body) }),
    }
    navigate('/console/playground')
  }
  return (
    <div class="stack">
      <PageHeading title="Request">
        <Button icon="play" onClick={open}>
          Open in the playground
        </Button>
        {replay !== undefined && (
          <CopyButton
            label="Copy as curl"
            what="the request as curl"
            text={() => snippet(replay.style, 'curl', replay.body, baseAddress.value)}
          />
        )}
      </PageHeading>
      <p class="request-id">
        <code class="break">{request.request_id}</code>
        <CopyButton variant="quiet" text={request.request_id} what="the request id" />
      </p>
      <Summary request={request} />
      <section class="panel">
        <h2>Time</h2>
        <TimelineBar request={request} />
      </section>
      <AttemptTable attempts={request.attempts} />
      <LossTable losses={request.losses} />
      <Cost request={request} models={models.loaded.value?.data} />
      {request.trace === null ? (
        <>
          <Bodies request={request} />
          <Trace id={request.request_id} />
        </>
      ) : (
        <Wire trace={request.trace} />
      )}
    </div>
  )
}
