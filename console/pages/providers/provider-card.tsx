import { useSignal } from '@preact/signals'
import type { PlatformProvider, PlatformProviderTest } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { useAction } from '../../api/use-action.js'
import { Button } from '../../components/button.js'
import { Facts } from '../../components/facts.js'
import { ErrorBlock } from '../../components/states.js'
import { Status } from '../../components/status.js'
import { failureText } from '../../format/failures.js'
import { counted, duration } from '../../format/numbers.js'
import { Ago } from '../../format/time.js'
import { capitalised } from '../../format/words.js'
import { Breaker } from '../../list/breaker.js'
import { Managed } from '../../list/managed.js'
import { Names } from '../../list/names.js'
import { providerPath } from './provider-path.js'

export function ProviderCard({
  provider,
  onChange,
  onDelete,
}: {
  readonly provider: PlatformProvider
  readonly onChange: () => void
  readonly onDelete: () => void
}) {
  const tested = useSignal<PlatformProviderTest | undefined>(undefined)
  const test = useAction(async () => {
    tested.value = undefined
    tested.value = await api.post<PlatformProviderTest>(`${providerPath(provider.name)}/test`)
  })
  const { health } = provider
  const changeable = provider.managed_by === 'api'
  return (
    <>
      <header class="card-head">
        <h2 class="break">{provider.name}</h2>
        {provider.problem === null ? <Breaker state={health.breaker} /> : <Status kind="bad">Not used</Status>}
      </header>
      {provider.problem !== null && <p class="notice warning break">{provider.problem}</p>}
      <Facts
        facts={[
          ['Kind', provider.kind],
          ['Address', provider.base_url ?? <span class="muted">the usual one of its kind</span>],
          ['Key', <Key shown={provider.api_key} />],
          [
            'Last success',
            health.last_success_at === null ? <span class="muted">none since the start</span> : <Ago time={health.last_success_at} />,
          ],
          [
            'Last failure',
            health.last_failure_at === null ? <span class="muted">none since the start</span> : <Ago time={health.last_failure_at} />,
          ],
          ...(health.last_failure === null ? [] : ([['Reason', capitalised(failureText(health.last_failure))]] as const)),
          ['Models', <Names names={provider.models.slice(0, 20)} />],
        ]}
      />
      <Managed what="provider" by={provider.managed_by} place={provider.place} />
      <div class="row">
        <Button icon="send" busy={test.busy} onClick={test.start}>
          Test<span class="visually-hidden"> {provider.name}</span>
        </Button>
        {changeable && (
          <>
            <Button icon="edit" onClick={onChange}>
              Change<span class="visually-hidden"> {provider.name}</span>
            </Button>
            <Button variant="danger" icon="trash" onClick={onDelete}>
              Delete<span class="visually-hidden"> {provider.name}</span>
            </Button>
          </>
        )}
      </div>
      <div role="status">{tested.value !== undefined && <Tested test={tested.value} />}</div>
      {test.problem !== undefined && <ErrorBlock problem={test.problem} onRetry={test.start} />}
    </>
  )
}

/** The end of a key; a short one is not shown at all. */
function Key({ shown }: { readonly shown: string | null }) {
  if (shown === null) return <span class="muted">none</span>
  return /\w/.test(shown) ? <code>{shown}</code> : <span class="muted">hidden</span>
}

const asked = { models: 'its list of models', request: 'a request of one token', nothing: 'nothing: it has no list and no model' } as const

function Tested({ test }: { readonly test: PlatformProviderTest }) {
  const good = test.reachable && test.key_valid !== false && test.problem === null
  return (
    <div class="tested">
      <Status kind={good ? 'good' : 'bad'}>
        {good ? 'It answers' : test.reachable ? 'It answers, but not as it should' : 'It does not answer'}
      </Status>
      <p>
        {test.problem !== null && <span class="break">{capitalised(test.problem)}. </span>}
        Asked for {asked[test.asked]}
        {test.models !== null && `: ${counted(test.models, 'model')}`}, {duration(test.duration_ms)}.
        {test.key_valid === true && ' The key is valid.'}
        {test.key_valid === false && ' The key is refused.'}
      </p>
    </div>
  )
}
