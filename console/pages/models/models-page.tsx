import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type {
  PlatformConsoleModelList,
  PlatformModel,
  PlatformModelList,
  PlatformProviderList,
} from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { isAdmin } from '../../api/session.js'
import { useLoaded } from '../../api/use-loaded.js'
import { Button } from '../../components/button.js'
import { EmptyState, ErrorBlock, Skeleton } from '../../components/states.js'
import { count } from '../../format/numbers.js'
import { PageHeading } from '../../layout/page-heading.js'
import { DeleteDialog } from '../../list/delete-dialog.js'
import '../../list/list.css'
import { SearchField } from '../../list/search-field.js'
import type { PageProperties } from '../page.js'
import { ModelCard } from './model-card.js'
import { ModelDialog } from './model-dialog.js'
import { modelPath } from './model-path.js'
import { modelsShown } from './models-shown.js'
import './models.css'

type Opened = { readonly kind: 'add' } | { readonly kind: 'change' | 'delete'; readonly model: PlatformModel }

/** What an admin sees beside: who manages a model, and the providers that targets can have. */
interface Managed {
  readonly models: readonly PlatformModel[]
  readonly providers: readonly string[]
}

const mostShown = 200

async function loadManaged(signal: AbortSignal): Promise<Managed | undefined> {
  if (!isAdmin.peek()) return undefined
  const query = { limit: 5000 }
  const [models, providers] = await Promise.all([
    api.get<PlatformModelList>('/api/admin/models', { query, signal }),
    api.get<PlatformProviderList>('/api/admin/providers', { query, signal }),
  ])
  return { models: models.data, providers: providers.data.map(({ name }) => name) }
}

/** Which models can I call, under which names, in which styles, at what price, are they healthy? */
export default function ModelsPage({ query }: PageProperties) {
  const wanted = query.get('name') ?? ''
  const models = useLoaded((signal) => api.get<PlatformConsoleModelList>('/api/console/models', { signal }), 'models')
  const managed = useLoaded(loadManaged, 'managed')
  const opened = useSignal<Opened | undefined>(undefined)
  const close = () => (opened.value = undefined)
  const reload = () => {
    models.reload()
    managed.reload()
  }
  const done = () => {
    close()
    reload()
  }
  const now = opened.value
  const providers = managed.loaded.value?.providers ?? []
  const all = modelsShown(models.loaded.value?.data ?? [], managed.loaded.value?.models ?? [], wanted)
  const add = (
    <Button variant="primary" icon="plus" onClick={() => (opened.value = { kind: 'add' })}>
      Add a model
    </Button>
  )
  return (
    <div class="stack">
      <PageHeading title="Models">
        <Button icon="refresh" onClick={reload}>
          Load again
        </Button>
        {isAdmin.value && add}
      </PageHeading>
      <SearchField label="Find by name, alias or provider" name="name" value={wanted} />
      {models.loaded.state === 'failed' && <ErrorBlock problem={models.loaded.problem} onRetry={reload} />}
      {managed.loaded.state === 'failed' && models.loaded.state !== 'failed' && (
        <ErrorBlock problem={managed.loaded.problem} onRetry={managed.reload} />
      )}
      {models.loaded.value === undefined && models.loaded.state === 'loading' && <Skeleton lines={8} what="the models" />}
      {models.loaded.value !== undefined && all.length === 0 && <NoModel wanted={wanted} add={isAdmin.value ? add : undefined} />}
      <ul class="cards" aria-busy={models.loaded.state === 'loading'}>
        {all.slice(0, mostShown).map((shown) => (
          <li key={shown.name} class="panel card">
            <ModelCard
              shown={shown}
              onChange={(model) => (opened.value = { kind: 'change', model })}
              onDelete={(model) => (opened.value = { kind: 'delete', model })}
            />
          </li>
        ))}
      </ul>
      {all.length > mostShown && (
        <p class="muted">
          These are {mostShown} of {count(all.length)} models. Find the others by their names.
        </p>
      )}
      {now?.kind === 'add' && <ModelDialog providers={providers} onClose={close} onDone={done} />}
      {now?.kind === 'change' && <ModelDialog model={now.model} providers={providers} onClose={close} onDone={done} />}
      {now?.kind === 'delete' && (
        <DeleteDialog name={now.model.name} path={modelPath(now.model.name)} version={now.model.version} onClose={close} onDone={done}>
          <p>Requests for it are refused from now on. Its records stay.</p>
        </DeleteDialog>
      )}
    </div>
  )
}

function NoModel({ wanted, add }: { readonly wanted: string; readonly add: ComponentChildren }) {
  if (wanted !== '')
    return <EmptyState title="No model is called like that">Names, aliases and providers are searched for “{wanted}”.</EmptyState>
  return (
    <EmptyState title="No model yet" action={add}>
      {add === undefined ? 'Ask your operator for one.' : 'A model is a name that clients use; its targets are models of providers.'}
    </EmptyState>
  )
}
