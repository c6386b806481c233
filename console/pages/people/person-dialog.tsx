import type { PlatformNewUser } from '../../../generated/platform/model/index.js'
import { api } from '../../api/api.js'
import { ifMatch } from '../../api/if-match.js'
import { fieldProblem } from '../../api/use-action.js'
import { useForm } from '../../api/use-form.js'
import { Select, TextField, type Choice } from '../../components/field.js'
import { budgetFields, budgetTitles } from '../../format/budgets.js'
import { ActionDialog } from '../../list/action-dialog.js'
import { changesBetween, emptyForm, readForm, type PersonForm, type Role } from './person-form.js'

const roles: readonly Choice<Role>[] = [
  { value: 'member', label: 'Member' },
  { value: 'admin', label: 'Admin' },
  { value: 'owner', label: 'Owner' },
]

export interface EditedPerson {
  readonly path: string
  readonly version: string | null
  readonly form: PersonForm
}

/** Makes or changes a user or a team. */
export function PersonDialog({
  what,
  edited,
  onClose,
  onDone,
}: {
  readonly what: 'user' | 'team'
  /** Left out: a new one. */
  readonly edited?: EditedPerson
  readonly onClose: () => void
  readonly onDone: (name: string) => void
}) {
  const { value, set, errorOf, action } = useForm(edited?.form ?? emptyForm, {
    read: readForm,
    send: async (body) => {
      if (edited === undefined) await api.post(`/api/admin/${what}s`, body)
      else await save(edited, body)
      onDone(body.name)
    },
  })
  return (
    <ActionDialog
      title={edited === undefined ? `Add a ${what}` : `Change ${value.name}`}
      verb={edited === undefined ? `Add the ${what}` : 'Save'}
      size="large"
      action={action}
      onClose={onClose}
      onSubmit={action.start}
    >
      <div class="field-grid">
        {edited === undefined && (
          <TextField
            label="Name"
            value={value.name}
            error={errorOf('name')}
            required
            autoComplete="off"
            spellcheck={false}
            onInput={(name) => set({ name })}
          />
        )}
        {what === 'user' && (
          <>
            <TextField label="E-mail" value={value.email} error={errorOf('email')} autoComplete="off" onInput={(email) => set({ email })} />
            <Select
              label="Role"
              value={value.role}
              hint="Members see only what is their own; admins and owners see everything."
              choices={roles}
              error={fieldProblem(action.problem, 'role')}
              onChange={(role) => set({ role })}
            />
            <TextField
              label="Team"
              value={value.team}
              error={fieldProblem(action.problem, 'team')}
              placeholder="none"
              autoComplete="off"
              onInput={(team) => set({ team })}
            />
          </>
        )}
      </div>
      <fieldset class="choices">
        <legend>Budgets, in US dollars</legend>
        <div class="field-grid">
          {budgetFields.map((field) => (
            <TextField
              key={field}
              label={budgetTitles[field]}
              inputMode="decimal"
              autoComplete="off"
              placeholder="no limit"
              value={value.budgets[field]}
              error={errorOf(field)}
              onInput={(text) => set(({ budgets }) => ({ budgets: { ...budgets, [field]: text } }))}
            />
          ))}
        </div>
      </fieldset>
    </ActionDialog>
  )
}

async function save({ path, version, form }: EditedPerson, body: PlatformNewUser): Promise<void> {
  const before = readForm(form)
  const changes = changesBetween('body' in before ? before.body : { name: body.name }, body)
  if (Object.keys(changes).length > 0) await api.patch(path, changes, ifMatch(version))
}
