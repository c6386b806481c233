import type { PlatformToken } from '../../../generated/platform/model/index.js'
import { Link } from '../../components/link.js'
import { Status } from '../../components/status.js'
import type { Column } from '../../components/table.js'
import { budgetPeriods } from '../../format/budget-list.js'
import { Spending } from '../../format/spending.js'
import { Ago } from '../../format/time.js'
import { count } from '../../format/numbers.js'
import { Few } from '../../list/few.js'
import { fullestBudget, ownersOf } from './token-facts.js'

export const tokenLink = (name: string): string => `/console/tokens/${encodeURIComponent(name)}`

/** `all`: the list has the tokens of others too. */
export function tokenColumns(all: boolean): readonly Column<PlatformToken>[] {
  const owner: Column<PlatformToken> = { id: 'owner', header: 'Owner', cell: (token) => <span class="cut">{ownersOf(token)}</span> }
  return [
    {
      id: 'name',
      header: 'Name',
      cell: (token) => (
        <Link class="cut" href={tokenLink(token.name)} title={token.name}>
          {token.name}
        </Link>
      ),
    },
    {
      id: 'prefix',
      header: 'Key',
      cell: ({ prefix }) => (prefix === null ? <span class="muted">in the file</span> : <code>{prefix}…</code>),
    },
    ...(all ? [owner] : []),
    { id: 'models', header: 'Models', cell: ({ models }) => <Few all={models} everything="*" /> },
    { id: 'limits', header: 'Limits', cell: (token) => <Limits token={token} /> },
    { id: 'expires', header: 'Expires', cell: (token) => <Expiry token={token} /> },
    {
      id: 'used',
      header: 'Last used',
      cell: ({ last_used_at: at }) => (at === null ? <span class="muted">never</span> : <Ago time={at} />),
    },
    { id: 'spent', header: 'Spent', numeric: true, cell: (token) => <Spent token={token} /> },
  ]
}

/** Of the budget that is spent most; in all where there is none. */
function Spent({ token }: { readonly token: PlatformToken }) {
  const budget = fullestBudget(token)
  if (budget === undefined) return <Spending spent={token.spent_usd} limit={null} />
  return (
    <Spending
      spent={budget.spent_usd}
      limit={budget.limit_usd}
      period={budget.period === 'total' ? undefined : budgetPeriods[budget.period]}
    />
  )
}

export function Expiry({ token: { expires_at: at } }: { readonly token: PlatformToken }) {
  if (at === null) return <span class="muted">never</span>
  return Date.parse(at) <= Date.now() ? <Status kind="bad">expired</Status> : <Ago time={at} />
}

function Limits({ token: { requests_per_minute: requests, tokens_per_minute: tokens } }: { readonly token: PlatformToken }) {
  const parts = [
    ...(requests === null ? [] : [`${count(requests)} requests/min`]),
    ...(tokens === null ? [] : [`${count(tokens)} tokens/min`]),
  ]
  if (parts.length === 0) return <span class="muted">no rate limit</span>
  return <span class="nowrap">{parts.join(', ')}</span>
}
