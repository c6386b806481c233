import type { PlatformConsolePrice, PlatformConsoleTarget, PlatformModel } from '../../../generated/platform/model/index.js'
import { Button } from '../../components/button.js'
import { Facts } from '../../components/facts.js'
import { Status } from '../../components/status.js'
import { modalityTitles } from '../../format/modalities.js'
import { dollars } from '../../format/money.js'
import { count, share } from '../../format/numbers.js'
import { styleChoices, styleTitles, type Style } from '../../format/styles.js'
import { Breaker } from '../../list/breaker.js'
import { Managed } from '../../list/managed.js'
import { Names } from '../../list/names.js'
import { navigate } from '../../router/router.js'
import { handOver } from '../playground/hand-over.js'
import type { ShownModel } from './models-shown.js'

export function ModelCard({
  shown: { name, model, managed },
  onChange,
  onDelete,
}: {
  readonly shown: ShownModel
  readonly onChange: (model: PlatformModel) => void
  readonly onDelete: (model: PlatformModel) => void
}) {
  const use = () => {
    handOver.value = { model: name }
    navigate('/console/playground')
  }
  const { max_output_tokens: limit = null, context_window: window = null, modalities = null } = model ?? {}
  return (
    <>
      <header class="card-head">
        <h2 class="break">{name}</h2>
        {model === undefined && <Status kind="bad">Does not count</Status>}
      </header>
      {managed !== undefined && managed.problem !== null && <p class="notice warning break">{managed.problem}</p>}
      {managed !== undefined && managed.aliases.length > 0 && <Facts facts={[['Also called', <Names names={managed.aliases} />]]} />}
      {model !== undefined && (
        <>
          <Facts
            facts={[
              ['Styles and endpoints', <Endpoints endpoints={model.endpoints} />],
              ...(window === null ? [] : ([['Context', `${count(window)} tokens`]] as const)),
              ...(modalities === null ? [] : ([['Takes', modalities.map((one) => modalityTitles[one]).join(', ')]] as const)),
              ...(limit === null ? [] : ([['Output limit', `${count(limit)} tokens`]] as const)),
            ]}
          />
          <Targets targets={model.targets} />
        </>
      )}
      {managed !== undefined && <Managed what="model" by={managed.managed_by} place={managed.place} />}
      <div class="row">
        {model !== undefined && (
          <Button icon="play" onClick={use}>
            Use it<span class="visually-hidden">: {name}</span>
          </Button>
        )}
        {managed?.managed_by === 'api' && (
          <>
            <Button icon="edit" onClick={() => onChange(managed)}>
              Change<span class="visually-hidden"> {name}</span>
            </Button>
            <Button variant="danger" icon="trash" onClick={() => onDelete(managed)}>
              Delete<span class="visually-hidden"> {name}</span>
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function Endpoints({ endpoints }: { readonly endpoints: readonly Style[] }) {
  if (endpoints.length === styleChoices.length) return <>all</>
  return <Names names={endpoints.map((endpoint) => styleTitles[endpoint])} />
}

/** In the order to try; weights share the first tries. */
function Targets({ targets }: { readonly targets: readonly PlatformConsoleTarget[] }) {
  return (
    <div>
      <h3>Targets, in the order to try</h3>
      <ol class="targets">
        {targets.map((target) => (
          <li key={`${target.provider} ${target.model}`}>
            <span class="break">
              <strong>{target.provider}</strong> {target.model}
              {target.weight !== null && <span class="muted"> weight {target.weight}</span>}
            </span>
            <Breaker state={target.breaker} />
            <Health failures={target.recent_failures} />
            <span class="muted target-price">{target.price === null ? 'price not known' : priceText(target.price)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Of the last 15 minutes. */
function Health({ failures }: { readonly failures: number | null }) {
  if (failures === null) return <span class="muted nowrap">no requests in 15 minutes</span>
  if (failures === 0) return <span class="muted nowrap">no failures in 15 minutes</span>
  return <Status kind={failures < 0.5 ? 'warning' : 'bad'}>{share(failures, 1)} failed in 15 minutes</Status>
}

function priceText({
  input_usd_per_million: input,
  output_usd_per_million: output,
  cached_input_usd_per_million: cached,
}: PlatformConsolePrice): string {
  const parts = [
    ...(input === null ? [] : [`${dollars(input)} in`]),
    ...(cached === null ? [] : [`${dollars(cached)} cached`]),
    ...(output === null ? [] : [`${dollars(output)} out`]),
  ]
  return parts.length === 0 ? 'not by tokens' : `${parts.join(', ')} per million tokens`
}
