import { expect, test } from '@jest/globals'
import { readCallId, writeCallId } from './call-ids.js'

test.each(['call_1', 'functions.read_sensor:0', 'edit:22', 'anywire_1', 'é|🙂', 'anywire_' + Buffer.from('a.b').toString('base64url')])(
  '%s comes back',
  (id) => {
    expect(writeCallId(id)).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect(readCallId(writeCallId(id))).toBe(id)
  },
)

test.each(['toolu_1', 'anywire_', 'anywire_Y2FsbF8x', 'anywire_!'])('%s, which is none of ours, stays as it is', (id) => {
  expect(readCallId(id)).toBe(id)
})
