import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { PlatformTeam, PlatformUser } from '../../../generated/platform/model/index.js'
import { Button, ButtonLink } from '../../components/button.js'
import type { Loaded } from '../../api/use-loaded.js'
import { ErrorBlock, NotLoaded, Skeleton } from '../../components/states.js'
import { Budgets } from '../../format/budget-list.js'
import { PageHeading } from '../../layout/page-heading.js'
import { DeleteDialog } from '../../list/delete-dialog.js'
import '../../list/list.css'
import { TopUpDialog } from '../../list/top-up-dialog.js'
import { navigate } from '../../router/router.js'
import { PersonDialog } from './person-dialog.js'
import type { PersonForm } from './person-form.js'

type Opened = 'change' | 'top-up' | 'delete'

const listOf = { user: '/console/users', team: '/console/users?show=teams' } as const

/** What the pages of a user and of a team have in common: loading, budgets, changing, topping up, deleting. */
export function PersonPage<Person extends PlatformUser | PlatformTeam>(properties: {
  readonly what: 'user' | 'team'
  readonly name: string
  readonly path: string
  readonly loaded: Loaded<Person>
  readonly reload: () => void
  readonly formOf: (person: Person) => PersonForm
  readonly actions?: ComponentChildren
  readonly onDelete: string
  /** The facts of it. */
  readonly children: (person: Person) => ComponentChildren
}) {
  const { what, name, path, loaded, reload, formOf, actions, onDelete, children } = properties
  const opened = useSignal<Opened | undefined>(undefined)
  const close = () => (opened.value = undefined)
  const done = () => {
    close()
    reload()
  }
  const person = loaded.value
  if (person === undefined)
    return (
      <>
        <PageHeading title={name} />
        {loaded.state === 'failed' ? (
          <NotLoaded
            problem={loaded.problem}
            missing={`There is no ${what} of this name`}
            action={<ButtonLink href={listOf[what]}>All {what}s</ButtonLink>}
            onRetry={reload}
          />
        ) : (
          <Skeleton lines={8} what={`the ${what}`} />
        )}
      </>
    )
  const filter = `${what === 'user' ? 'owner' : 'team'}=${encodeURIComponent(person.name)}`
  return (
    <div class="stack">
      <PageHeading title={<span class="break">{person.name}</span>}>
        <ButtonLink href={`/console/requests?${filter}`}>Requests</ButtonLink>
        <ButtonLink href={`/console/usage?${filter}`}>Usage</ButtonLink>
        <Button onClick={() => (opened.value = 'change')}>Change</Button>
        {person.budget_usd !== null && <Button onClick={() => (opened.value = 'top-up')}>Top up</Button>}
        {actions}
        <Button variant="danger" onClick={() => (opened.value = 'delete')}>
          Delete
        </Button>
      </PageHeading>
      {loaded.state === 'failed' && <ErrorBlock problem={loaded.problem} onRetry={reload} />}
      {children(person)}
      <section class="panel">
        <h2>Budgets</h2>
        <Budgets budgets={person.budgets} />
      </section>
      {opened.value === 'change' && (
        <PersonDialog what={what} edited={{ path, version: person.version, form: formOf(person) }} onClose={close} onDone={done} />
      )}
      {opened.value === 'top-up' && (
        <TopUpDialog path={path} budget={person.budget_usd ?? '0'} what={`the ${what} ${person.name}`} onClose={close} onDone={done} />
      )}
      {opened.value === 'delete' && (
        <DeleteDialog name={person.name} path={path} version={person.version} onClose={close} onDone={() => navigate(listOf[what])}>
          <p>{onDelete}</p>
        </DeleteDialog>
      )}
    </div>
  )
}
