import { expect, test } from '@jest/globals'
import { decodeToolCallId, encodeToolCallId } from './call-ids.js'

test.each(['call_1', 'functions.read_sensor:0', 'edit:22', 'anywire_1', 'é|🙂', 'anywire_' + Buffer.from('a.b').toString('base64url')])(
  '%s is the same after encoding and decoding',
  (id) => {
    expect(encodeToolCallId(id)).toMatch(/^[a-zA-Z0-9_-]+$/)
    expect(decodeToolCallId(encodeToolCallId(id))).toBe(id)
  },
)

test.each(['toolu_1', 'anywire_', 'anywire_Y2FsbF8x', 'anywire_!'])('%s, which was not encoded, is unchanged by decoding', (id) => {
  expect(decodeToolCallId(id)).toBe(id)
})
