import { patchTopLevel, removeTopLevel } from './body-patch.js'

test.each([
  [
    'the value is replaced, spacing stays',
    '{ "model" : "a" , "x":[1, {"model":"b"}] }',
    { model: '"up"' },
    '{ "model" : "up" , "x":[1, {"model":"b"}] }',
  ],
  ['escapes and braces inside strings', '{"s":"}\\"{\\\\","model":"a"}', { model: '"up"' }, '{"s":"}\\"{\\\\","model":"up"}'],
  ['an escaped key', '{"mod\\u0065l":"a"}', { model: '"up"' }, '{"mod\\u0065l":"up"}'],
  ['every copy of a doubled key', '{"model":"a","model":"b"}', { model: '"up"' }, '{"model":"up","model":"up"}'],
  ['objects, numbers and words are values too', '{"o":{"a":[]},"n":-1.5e3,"w":true}', { o: '1', n: '2', w: '3' }, '{"o":1,"n":2,"w":3}'],
  ['a missing member is added', '{"a":1 }\n', { b: '{"c":true}' }, '{"a":1 ,"b":{"c":true}}\n'],
  ['into an empty object', '{ }', { b: '1' }, '{ "b":1}'],
  ['a doubled key in another spelling', '{"model":"a","mod\\u0065l":"b"}', { model: '"up"' }, '{"model":"up","mod\\u0065l":"up"}'],
  ['a doubled key after the leading one', '{"model":"a","x":{},"model":"b"}', { model: '"up"' }, '{"model":"up","x":{},"model":"up"}'],
  ['a value with an escaped quote', '{"model":"a\\"b","x":"\\n"}', { model: '"up"' }, '{"model":"up","x":"\\n"}'],
  ['a leading value that is no text', '{"model":7,"x":"model"}', { model: '"up"' }, '{"model":"up","x":"model"}'],
  ['the name inside a text', '{"model":"a","x":"say \\"model\\""}', { model: '"up"' }, '{"model":"up","x":"say \\"model\\""}'],
  ['Unicode before it', '{"é你🙂":"🙂","model":"ü"}', { model: '"x"' }, '{"é你🙂":"🙂","model":"x"}'],
  [
    'nothing to change, but for a second copy',
    '{"model":"up","x":{},"model":"b"}',
    { model: '"up"' },
    '{"model":"up","x":{},"model":"up"}',
  ],
])('%s', (_, before, values, after) => {
  expect(patchTopLevel(Buffer.from(before), values as Record<string, string>).toString()).toBe(after)
})

test('the bytes themselves where the leading member has the value already', () => {
  const bytes = Buffer.from('{"model":"up","x":1}')
  expect(patchTopLevel(bytes, { model: '"up"' })).toBe(bytes)
})

test.each([
  ['the first member', '{"model":"a","x":[1, 2]}', '{"x":[1, 2]}'],
  ['the last member', '{"x":[1, 2] , "model" : "a" }', '{"x":[1, 2]  }'],
  ['a middle member', '{ "x":1, "stream": true,\n "y":2}', '{ "x":1, "y":2}'],
  ['neighbours', '{"model":"a","stream":true,"x":1}', '{"x":1}'],
  ['neighbours at the end', '{"x":",","model":"a","stream":true}', '{"x":","}'],
  ['the only members', '{"model":"a","stream":false}', '{}'],
  ['not the same name deeper down', '{"x":{"model":"a"}}', '{"x":{"model":"a"}}'],
  ['every copy of a doubled key', '{"model":"a","x":1,"model":"b"}', '{"x":1}'],
  ['nothing where it is missing', '{ "x" : 1 }', '{ "x" : 1 }'],
])('left out: %s', (_, before, after) => {
  expect(removeTopLevel(Buffer.from(before), ['model', 'stream']).toString()).toBe(after)
})
