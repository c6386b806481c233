import type { AuditLog } from '../store/audit-log.js'

interface AuditRetentionOptions {
  readonly auditLog: Pick<AuditLog, 'purge'>
  readonly settings: { readonly audit_days: number }
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
}

const everyMs = 3_600_000
/** Between small parts, so that others can write. */
const againMs = 1000
const dayMs = 86_400_000

/** Removes old entries of the audit log: at the start, then once an hour. */
export class AuditRetention {
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(private readonly options: AuditRetentionOptions) {
    this.#later(againMs)
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  async purge(): Promise<void> {
    const { auditLog, settings, now, onTrouble } = this.options
    let more = false
    try {
      more = await auditLog.purge(new Date(now() - settings.audit_days * dayMs).toISOString())
    } catch (error) {
      onTrouble('old entries of the audit log cannot be removed now', error)
    }
    this.#later(more ? againMs : everyMs)
  }

  #later(milliseconds: number): void {
    if (!this.#closed) this.#timer = setTimeout(() => void this.purge(), milliseconds).unref()
  }
}
