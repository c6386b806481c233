import { useSignal } from '@preact/signals'
import type { PlatformTrace, PlatformTraceHeader } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { problemOf, type Problem } from '../../api/problem.js'
import { Button } from '../../components/button.js'
import { Disclosure } from '../../components/disclosure.js'
import { ErrorBlock } from '../../components/states.js'

type Asked = { readonly trace: PlatformTrace } | { readonly problem: Problem } | 'loading' | undefined

/** Headers are in no record: only the gateway's memory has them, for the newest requests of the playground. */
export function Trace({ id }: { readonly id: string }) {
  const asked = useSignal<Asked>(undefined)
  const look = () => {
    asked.value = 'loading'
    api.get<PlatformTrace>(`/api/console/traces/${encodeURIComponent(id)}`).then(
      (trace) => (asked.value = { trace }),
      (error: unknown) => (asked.value = { problem: problemOf(error) }),
    )
  }
  const found = asked.value
  return (
    <section class="panel">
      <h2>Headers</h2>
      <p class="muted">Records have no headers. The newest requests of your playground are traced in memory, with theirs.</p>
      {(found === undefined || found === 'loading') && (
        <div>
          <Button busy={found === 'loading'} onClick={look}>
            Look for its trace
          </Button>
        </div>
      )}
      {typeof found === 'object' &&
        'problem' in found &&
        (found.problem.status === 404 ? (
          <p role="status">There is no trace of this request.</p>
        ) : (
          <ErrorBlock problem={found.problem} onRetry={look} />
        ))}
      {typeof found === 'object' && 'trace' in found && <Headers trace={found.trace} />}
    </section>
  )
}

function Headers({ trace: { client_request: client, attempts, client_reply: reply } }: { readonly trace: PlatformTrace }) {
  return (
    <>
      <List title={`Client: ${client.method} ${client.path}`} headers={client.headers} />
      {attempts.map(({ provider, request, reply: answer }, index) => (
        <div key={index}>
          <List title={`To ${provider}: ${request.method} ${request.url}`} headers={request.headers} />
          {answer !== null && <List title={`From ${provider}: ${answer.status}`} headers={answer.headers} />}
        </div>
      ))}
      {reply !== null && <List title={`To the client: ${reply.status}`} headers={reply.headers} />}
    </>
  )
}

function List({ title, headers }: { readonly title: string; readonly headers: readonly PlatformTraceHeader[] }) {
  return (
    <Disclosure summary={<span class="break">{title}</span>}>
      <pre class="body-text" tabIndex={0} aria-label={title}>
        {headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
      </pre>
    </Disclosure>
  )
}
