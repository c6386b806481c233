import { useSignal } from '@preact/signals'
import type { PlatformCreatedToken, PlatformToken } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { isAdmin } from '../../api/session.js'
import { Button } from '../../components/button.js'
import { EmptyState } from '../../components/states.js'
import { PageHeading } from '../../layout/page-heading.js'
import { LongTable } from '../../list/long-table.js'
import type { Page } from '../../list/pages.js'
import { SearchField } from '../../list/search-field.js'
import { usePages } from '../../list/use-pages.js'
import type { PageProperties } from '../page.js'
import { SecretDialog } from './secret-dialog.js'
import { TokenDialog } from './token-dialog.js'
import { tokenColumns } from './token-columns.js'

/** Which tokens exist, what may each do, when was it used last? */
export default function TokensPage({ query }: PageProperties) {
  const contains = query.get('name') ?? ''
  const list = usePages<PlatformToken>(
    (after, signal) => api.get<Page<PlatformToken>>('/api/admin/tokens', { query: { limit: 200, after, contains }, signal }),
    contains,
  )
  const creating = useSignal(false)
  const created = useSignal<PlatformCreatedToken | undefined>(undefined)
  const create = (
    <Button variant="primary" icon="plus" onClick={() => (creating.value = true)}>
      Create a token
    </Button>
  )
  return (
    <div class="stack">
      <PageHeading title="Tokens">{isAdmin.value && create}</PageHeading>
      <SearchField label="Find by name" name="name" value={contains} />
      <LongTable
        caption="Tokens"
        what="token"
        columns={tokenColumns(isAdmin.value)}
        list={list}
        rowKey={(token) => token.name}
        empty={
          contains === '' ? (
            <EmptyState title="No token yet" action={isAdmin.value ? create : undefined}>
              {isAdmin.value ? 'Clients need one to send requests.' : 'Ask an admin of this gateway for one.'}
            </EmptyState>
          ) : (
            <EmptyState title="No token has a name like that">Names are searched for “{contains}”.</EmptyState>
          )
        }
      />
      <TokenDialog
        open={creating.value}
        onClose={() => (creating.value = false)}
        onDone={(token) => {
          creating.value = false
          created.value = token
          list.reload()
        }}
      />
      <SecretDialog token={created.value} onClose={() => (created.value = undefined)} />
    </div>
  )
}
