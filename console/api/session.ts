import { computed, signal } from '@preact/signals'

export interface SessionUser {
  readonly name: string
  readonly role: 'owner' | 'admin' | 'member'
}

/** `GET /api/console/session`. */
export interface Session {
  readonly state: 'set_up_needed' | 'signed_out' | 'signed_in'
  readonly user?: SessionUser
  readonly csrf_token?: string
  /** What clients type: an origin, or `server.public_url`. */
  readonly base_address?: string
  readonly version?: string
}

/** Undefined until the first answer of the gateway. */
export const session = signal<Session | undefined>(undefined)

/** The session ended while the console was open: a dialog over the page asks to sign in again. */
export const sessionExpired = signal(false)

/** Counts sign-ins; what was loaded under an earlier one is loaded again. */
export const signIns = signal(0)

export const user = computed(() => session.value?.user)
export const isAdmin = computed(() => user.value?.role === 'owner' || user.value?.role === 'admin')
export const baseAddress = computed(() => session.value?.base_address ?? location.origin)
