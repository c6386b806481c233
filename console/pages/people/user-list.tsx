import type { ComponentChildren } from 'preact'
import type { PlatformUser } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { Link } from '../../components/link.js'
import { EmptyState } from '../../components/states.js'
import { Status } from '../../components/status.js'
import { count } from '../../format/numbers.js'
import { Spending } from '../../format/spending.js'
import { Utc } from '../../format/time.js'
import { LongTable } from '../../list/long-table.js'
import type { Page } from '../../list/pages.js'
import { usePages } from '../../list/use-pages.js'
import { personLink } from './person-link.js'

export function UserList({ make }: { readonly make: ComponentChildren }) {
  const list = usePages<PlatformUser>(
    (after, signal) => api.get<Page<PlatformUser>>('/api/admin/users', { query: { limit: 200, after }, signal }),
    'users',
  )
  return (
    <LongTable
      caption="Users"
      what="user"
      list={list}
      rowKey={({ name }) => name}
      empty={
        <EmptyState title="No user yet" action={make}>
          A user owns tokens, and may sign in to the console with an invitation.
        </EmptyState>
      }
      columns={[
        {
          id: 'name',
          header: 'Name',
          cell: ({ name }) => (
            <Link class="cut" href={personLink('user', name)}>
              {name}
            </Link>
          ),
        },
        { id: 'email', header: 'E-mail', cell: ({ email }) => <span class="cut">{email ?? '–'}</span> },
        { id: 'role', header: 'Role', cell: ({ role, disabled }) => (disabled ? <Status kind="warning">disabled</Status> : role) },
        { id: 'team', header: 'Team', cell: ({ team }) => <span class="cut">{team ?? '–'}</span> },
        { id: 'tokens', header: 'Tokens', numeric: true, cell: ({ tokens }) => count(tokens.length) },
        { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Utc time={at} /> },
        { id: 'spent', header: 'Spent', numeric: true, cell: (user) => <Spending spent={user.spent_usd} limit={user.budget_usd} /> },
      ]}
    />
  )
}
