import { withMember } from './member.js'

test.each([
  ['{"usage": {"a":1}, "x":"ü"}', ['usage'], '{"usage": {"cost":0.10,"a":1}, "x":"ü"}'],
  ['{"usage":{}}', ['usage'], '{"usage":{"cost":0.10}}'],
  ['{"usage":{"cost" : 3e-5 ,"a":1}}', ['usage'], '{"usage":{"cost" : 0.10 ,"a":1}}'],
  ['{"response":{"usage":{"a":1}}}', ['response', 'usage'], '{"response":{"usage":{"cost":0.10,"a":1}}}'],
  ['{"text":"\\"usage\\":{","usage":{"a":"}"}}', ['usage'], '{"text":"\\"usage\\":{","usage":{"cost":0.10,"a":"}"}}'],
  ['{"usage":{"b":1},"usage":{"a":1}}', ['usage'], '{"usage":{"b":1},"usage":{"cost":0.10,"a":1}}'],
  ['{"usage":null}', ['usage'], undefined],
  ['{"a":1}', ['usage'], undefined],
  ['[]', ['usage'], undefined],
])('%s', (text, path, expected) => {
  expect(withMember(text, path, 'cost', '0.10')).toBe(expected)
})
