import { AuditRetention } from './audit-retention.js'

test('old entries are removed by the days that are set now; trouble is told', async () => {
  const asked: string[] = []
  const told: string[] = []
  let fails = false
  const settings = { audit_days: 365 }
  const retention = new AuditRetention({
    auditLog: {
      purge: (before) => {
        asked.push(before)
        return fails ? Promise.reject(new Error('away')) : Promise.resolve(false)
      },
    },
    settings,
    now: () => Date.parse('2026-12-31T00:00:00Z'),
    onTrouble: (message) => told.push(message),
  })
  try {
    await retention.purge()
    settings.audit_days = 1
    fails = true
    await retention.purge()
    expect(asked).toEqual(['2025-12-31T00:00:00.000Z', '2026-12-30T00:00:00.000Z'])
    expect(told).toEqual(['old entries of the audit log cannot be removed now'])
  } finally {
    retention.close()
  }
})
