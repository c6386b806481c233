import type { PlatformTeam } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { useLoaded } from '../../api/use-loaded.js'
import { Facts } from '../../components/facts.js'
import { Amount } from '../../format/spending.js'
import { Utc } from '../../format/time.js'
import { Links } from '../../list/links.js'
import type { PageProperties } from '../page.js'
import { tokenLink } from '../tokens/token-columns.js'
import { formOfTeam } from './person-form.js'
import { personLink } from './person-link.js'
import { PersonPage } from './person-page.js'

export default function TeamPage({ parameters }: PageProperties) {
  const name = parameters['name'] ?? ''
  const path = `/api/admin/teams/${encodeURIComponent(name)}`
  const { loaded, reload } = useLoaded((signal) => api.get<PlatformTeam>(path, { signal }), name)
  return (
    <PersonPage
      what="team"
      name={name}
      path={path}
      loaded={loaded}
      reload={reload}
      formOf={formOfTeam}
      onDelete="A team that still has users or tokens is not deleted."
    >
      {(team) => (
        <section class="panel" aria-label="Facts">
          <Facts
            facts={[
              ['Created', <Utc time={team.created_at} />],
              ['Spent', <Amount text={team.spent_usd} />],
              ['Reserved for running requests', <Amount text={team.reserved_usd} />],
              ['Users', <Links names={team.users} linkOf={(user) => personLink('user', user)} />],
              ['Tokens, with those of its users', <Links names={team.tokens} linkOf={tokenLink} />],
            ]}
          />
        </section>
      )}
    </PersonPage>
  )
}
