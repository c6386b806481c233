import { computed, signal } from '@preact/signals'
import type { PlatformConsoleSession } from '../../generated/platform/model/index.js'
import { basePath } from '../router/base-path.js'

/** Who is signed in; undefined until the first answer of the gateway. */
export const session = signal<PlatformConsoleSession | undefined>(undefined)

/** The session ended while the console was open: a dialog over the page asks to sign in again. */
export const sessionExpired = signal(false)

/** Counts sign-ins; what was loaded under an earlier one is loaded again. */
export const signIns = signal(0)

export const user = computed(() => session.value?.user)
export const isAdmin = computed(() => user.value?.role === 'owner' || user.value?.role === 'admin')
export const baseAddress = computed(() => session.value?.base_address ?? location.origin + basePath())
