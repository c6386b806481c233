import type { Kysely } from 'kysely'
import { readMark, writeMark } from './marks.js'
import type { StoreSchema } from './schema.js'

/** What the configuration file had when it was read last, for whoever starts the gateway with another one. */
export class FileStateRepository {
  constructor(private readonly database: Kysely<StoreSchema>) {}

  /** `undefined`: it was never written. */
  read(): Promise<string | undefined> {
    return readMark(this.database, 'file_state')
  }

  write(value: string): Promise<void> {
    return writeMark(this.database, 'file_state', value)
  }
}
