import '../../list/list.css'
import type { ComponentChildren } from 'preact'
import type { PlatformToken } from '../../../generated/platform/model/index.js'
import { isAdmin } from '../../api/session.js'
import { Facts } from '../../components/facts.js'
import { Link } from '../../components/link.js'
import { Budgets } from '../../format/budget-list.js'
import { count, duration } from '../../format/numbers.js'
import { Amount } from '../../format/spending.js'
import { Ago, Utc } from '../../format/time.js'
import { Names } from '../../list/names.js'
import { personLink } from '../people/person-link.js'
import { styleTitles } from '../../format/styles.js'
import { Expiry } from './token-columns.js'

export function TokenDetails({ token }: { readonly token: PlatformToken }) {
  return (
    <>
      <section class="panel">
        <h2>Spending</h2>
        <Facts
          facts={[
            ['Spent', <Amount text={token.spent_usd} />],
            ['Reserved for running requests', <Amount text={token.reserved_usd} />],
            ['Running requests', count(token.in_flight)],
          ]}
        />
        <Budgets budgets={token.budgets} />
      </section>
      <section class="panel">
        <h2>Key</h2>
        <Facts
          facts={[
            ['Begins with', token.prefix === null ? 'It is in the file' : <code>{token.prefix}…</code>],
            ['User', <Person what="user" name={token.user} none="nobody" />],
            ['Team', <Person what="team" name={token.team} none="none" />],
            ['Created', token.created_at === null ? 'in the file' : <Utc time={token.created_at} />],
            ['Last used', token.last_used_at === null ? 'never' : <Ago time={token.last_used_at} />],
            ['Expires', <Expiry token={token} />],
          ]}
        />
      </section>
      <section class="panel">
        <h2>Permissions and limits</h2>
        <Facts
          facts={[
            ['Models', token.models.length === 1 && token.models[0] === '*' ? 'all' : <Names names={token.models} />],
            ['Styles and endpoints', token.styles === null ? 'all' : <Names names={token.styles.map((style) => styleTitles[style])} />],
            ['Scopes', <Names names={token.scopes} />],
            ['Networks', token.networks === null ? 'everywhere' : <Names names={token.networks} />],
            ...rates(token),
          ]}
        />
      </section>
    </>
  )
}

/** Only admins see the pages of users and teams. */
function Person({ what, name, none }: { readonly what: 'user' | 'team'; readonly name: string | null; readonly none: string }) {
  if (name === null) return <>{none}</>
  return isAdmin.value ? <Link href={personLink(what, name)}>{name}</Link> : <>{name}</>
}

function rates(token: PlatformToken): [string, ComponentChildren][] {
  const limited = (limit: number | null): string => (limit === null ? 'no limit' : count(limit))
  return [
    ['Requests per minute', limited(token.requests_per_minute)],
    ['Requests per day', limited(token.requests_per_day)],
    ['Tokens per minute', limited(token.tokens_per_minute)],
    ['Tokens per day', limited(token.tokens_per_day)],
    ['Requests at a time', count(token.max_concurrent)],
    ['Longest wait in line', token.max_wait_ms === 0 ? 'none' : duration(token.max_wait_ms)],
  ]
}
