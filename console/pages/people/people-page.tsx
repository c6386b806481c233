import { useSignal } from '@preact/signals'
import { Button } from '../../components/button.js'
import { Link } from '../../components/link.js'
import { PageHeading } from '../../layout/page-heading.js'
import { navigate } from '../../router/router.js'
import type { PageProperties } from '../page.js'
import { PersonDialog } from './person-dialog.js'
import { personLink } from './person-link.js'
import { TeamList } from './team-list.js'
import { UserList } from './user-list.js'

/** Who may use the gateway, and what may they spend? */
export default function PeoplePage({ query }: PageProperties) {
  const what = query.get('show') === 'teams' ? 'team' : 'user'
  const making = useSignal(false)
  const make = (
    <Button variant="primary" icon="plus" onClick={() => (making.value = true)}>
      Add a {what}
    </Button>
  )
  return (
    <div class="stack">
      <PageHeading title="Users and teams">{make}</PageHeading>
      <nav class="tabs" aria-label="Users and teams">
        <Link href="/console/users" aria-current={what === 'user' ? 'page' : undefined}>
          Users
        </Link>
        <Link href="/console/users?show=teams" aria-current={what === 'team' ? 'page' : undefined}>
          Teams
        </Link>
      </nav>
      {what === 'user' ? <UserList make={make} /> : <TeamList make={make} />}
      {making.value && (
        <PersonDialog key={what} what={what} onClose={() => (making.value = false)} onDone={(name) => navigate(personLink(what, name))} />
      )}
    </div>
  )
}
