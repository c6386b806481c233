import { AuditRetention } from './audit-retention.js'

test('admin.audit_days: entries go after so many days, and the days may change', async () => {
  const purged: string[] = []
  const settings = { audit_days: 2 }
  const auditLog = {
    purge: (before: string) => {
      purged.push(before)
      return Promise.resolve(false)
    },
  }
  const retention = new AuditRetention({ auditLog, settings, now: () => Date.parse('2026-01-31T00:00:00Z'), onTrouble: () => undefined })
  await retention.purge()
  settings.audit_days = 30
  await retention.purge()
  retention.close()
  expect(purged).toEqual(['2026-01-29T00:00:00.000Z', '2026-01-01T00:00:00.000Z'])
})
