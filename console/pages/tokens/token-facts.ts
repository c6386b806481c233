import type { PlatformToken } from '../../../generated/platform/model/index.js'

export function ownersOf({ user, team }: Pick<PlatformToken, 'user' | 'team'>): string {
  return [user, team].filter((name) => name !== null).join(', ') || '–'
}

/** Whether somebody may miss the token when it is gone: it was used in the last day. `now`: milliseconds since the epoch. */
export function usedLately({ last_used_at: at }: Pick<PlatformToken, 'last_used_at'>, now: number): boolean {
  return at !== null && now - Date.parse(at) < 86_400_000
}
