import { actorOfFile } from '../access/actor.js'
import type { Configuration } from '../config/configuration.js'
import { memberChanges } from '../operations/admin/changing.js'
import { hiddenMark } from '../provisioning/secret-members.js'
import type { Change, ChangeAction, ObjectKind } from '../store/audit-log.js'
import type { Changes, ReloadReport } from './reload.js'

/** What reading the file again has changed, for the audit log. */
export function fileChanges(before: Configuration, after: Configuration, report: ReloadReport, at: number): Change[] {
  const lists = [
    ['token', report.tokens, before.tokens, after.tokens],
    ['provider', report.providers, before.providers, after.providers],
    ['model', report.models, before.models, after.models],
  ] as const
  const actor = actorOfFile(after.file)
  return lists.flatMap(([object, changes, old, now]) =>
    actionsOf(changes).map(([action, name]): Change => ({
      at,
      actor,
      action,
      object,
      name,
      members: members(object, find(old, name), find(now, name)),
    })),
  )
}

/** With the names of the entries. */
export function actionsOf({ added, changed, removed }: Changes): (readonly [ChangeAction, string])[] {
  return [
    ...added.map((name) => ['create', name] as const),
    ...changed.map((name) => ['change', name] as const),
    ...removed.map((name) => ['delete', name] as const),
  ]
}

function find(entries: readonly { readonly name: string }[], name: string): object | undefined {
  return entries.find((entry) => entry.name === name)
}

/** The places of tokens are none of their members, nor is how a provider is reached: that has the contents of certificates. */
function members(object: ObjectKind, before: object | undefined, after: object | undefined): Change['members'] {
  const left: readonly string[] = object === 'token' ? ['/place', '/name'] : ['/connection', '/name']
  return memberChanges(before, after)
    .filter(({ member }) => !left.some((one) => member === one || member.startsWith(`${one}/`)))
    .map((change) =>
      object === 'token' && change.member === '/key'
        ? { member: '/key', before: hidden(change.before), after: hidden(change.after) }
        : change,
    )
}

/** Of a token only the beginning may be shown, and those of the file have no form that it would tell apart. */
function hidden(key: unknown): unknown {
  return key === null ? null : hiddenMark
}
