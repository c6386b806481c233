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
