import type { ComponentChildren } from 'preact'
import type { PlatformTeam } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { Link } from '../../components/link.js'
import { EmptyState } from '../../components/states.js'
import { count } from '../../format/numbers.js'
import { Spending } from '../../format/spending.js'
import { Utc } from '../../format/time.js'
import { LongTable } from '../../list/long-table.js'
import type { Page } from '../../list/pages.js'
import { usePages } from '../../list/use-pages.js'
import { personLink } from './person-link.js'

export function TeamList({ make }: { readonly make: ComponentChildren }) {
  const list = usePages<PlatformTeam>(
    (after, signal) => api.get<Page<PlatformTeam>>('/api/admin/teams', { query: { limit: 200, after }, signal }),
    'teams',
  )
  return (
    <LongTable
      caption="Teams"
      what="team"
      list={list}
      rowKey={({ name }) => name}
      empty={
        <EmptyState title="No team yet" action={make}>
          The requests of all users and tokens of a team have to fit in its budgets.
        </EmptyState>
      }
      columns={[
        {
          id: 'name',
          header: 'Name',
          cell: ({ name }) => (
            <Link class="cut" href={personLink('team', name)}>
              {name}
            </Link>
          ),
        },
        { id: 'users', header: 'Users', numeric: true, cell: ({ users }) => count(users.length) },
        { id: 'tokens', header: 'Tokens', numeric: true, cell: ({ tokens }) => count(tokens.length) },
        { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Utc time={at} /> },
        { id: 'spent', header: 'Spent', numeric: true, cell: (team) => <Spending spent={team.spent_usd} limit={team.budget_usd} /> },
      ]}
    />
  )
}
