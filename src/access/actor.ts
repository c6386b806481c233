import { basename } from 'node:path'
import type { Caller } from './caller.js'

export const actorKinds = ['admin_key', 'token', 'user', 'file', 'gateway', 'command'] as const

/**
 * Who changes something, for the audit log. `user`: somebody who is signed in. `file`: the configuration file was read again. `gateway`:
 * the gateway itself, as for the very first token. `command`: a command at the database.
 */
export interface Actor {
  readonly kind: (typeof actorKinds)[number]
  readonly name: string
}

export function actorOf({ kind, name }: Caller): Actor {
  return { kind: actorKindOf[kind], name }
}

/** A visitor becomes the user whose password is set. */
const actorKindOf = { token: 'token', admin: 'admin_key', session: 'user', visitor: 'user' } as const satisfies Record<
  Caller['kind'],
  Actor['kind']
>

/** The configuration file, by its name without the folders. */
export function actorOfFile(file: string | undefined): Actor {
  return { kind: 'file', name: file === undefined ? 'anywire.yaml' : basename(file) }
}
