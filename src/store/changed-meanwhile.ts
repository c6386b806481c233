import type { UpdateResult, DeleteResult } from 'kysely'

/** Another gateway at the same database has changed or deleted the object since this one read it. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('the object has changed in the database since it was read')
  }
}

export function requireOne(result: UpdateResult | DeleteResult): void {
  if (('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows) === 0n) throw new ChangedMeanwhile()
}

/** Whether a row was refused because another one has its name: another gateway was faster. */
export function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // PostgreSQL's unique_violation; SQLite says it in words.
  return Reflect.get(error, 'code') === '23505' || error.message.startsWith('UNIQUE constraint failed')
}
