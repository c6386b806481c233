import { useSignal } from '@preact/signals'
import type { PlatformProvider } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { Button } from '../../components/button.js'
import { EmptyState } from '../../components/states.js'
import { PageHeading } from '../../layout/page-heading.js'
import { DeleteDialog } from '../../list/delete-dialog.js'
import { PagedCards } from '../../list/paged-cards.js'
import type { Page } from '../../list/pages.js'
import { usePages } from '../../list/use-pages.js'
import { ProviderCard } from './provider-card.js'
import { ProviderDialog } from './provider-dialog.js'
import { providerPath } from './provider-path.js'
import './providers.css'

type Opened = { readonly kind: 'add' } | { readonly kind: 'change' | 'delete'; readonly provider: PlatformProvider }

/** Can the providers be reached, and why did they fail last? */
export default function ProvidersPage() {
  const list = usePages<PlatformProvider>(
    (after, signal) => api.get<Page<PlatformProvider>>('/api/admin/providers', { query: { limit: 100, after }, signal }),
    'providers',
  )
  const opened = useSignal<Opened | undefined>(undefined)
  const close = () => (opened.value = undefined)
  const done = () => {
    close()
    list.reload()
  }
  const add = (
    <Button variant="primary" icon="plus" onClick={() => (opened.value = { kind: 'add' })}>
      Add a provider
    </Button>
  )
  const now = opened.value
  return (
    <div class="stack">
      <PageHeading title="Providers">
        <Button icon="refresh" onClick={list.reload}>
          Load again
        </Button>
        {add}
      </PageHeading>
      <PagedCards
        what="provider"
        list={list}
        keyOf={({ name }) => name}
        empty={
          <EmptyState title="No provider yet" action={add}>
            Models lead to providers: the gateway needs at least one.
          </EmptyState>
        }
      >
        {(provider) => (
          <ProviderCard
            provider={provider}
            onChange={() => (opened.value = { kind: 'change', provider })}
            onDelete={() => (opened.value = { kind: 'delete', provider })}
          />
        )}
      </PagedCards>
      {now?.kind === 'add' && <ProviderDialog onClose={close} onDone={done} />}
      {now?.kind === 'change' && <ProviderDialog provider={now.provider} onClose={close} onDone={done} />}
      {now?.kind === 'delete' && (
        <DeleteDialog
          name={now.provider.name}
          path={providerPath(now.provider.name)}
          version={now.provider.version}
          onClose={close}
          onDone={done}
        >
          <p>Requests that run end as they would. Its records stay. A provider that models still lead to is not deleted.</p>
        </DeleteDialog>
      )}
    </div>
  )
}
