import { showName, showValue } from './problem.js'

const hidden = /^a text of \d+ characters$/

test.each([
  ...['sk-ant-api03-x', 'SK_x', 'AIzaSyB-2c3d', 'gsk_x', 'hf_x', 'pplx-x', 'jina_x', 'AKIAIOSFODNN7', 'Bearer x', 'xai-x', 'csk-x'],
  // Keys without a prefix: hexadecimal, base64, UUIDs.
  ...['0123456789abcdef0123456789abcdef', 'Zm9vYmFyYmF6cXV4MTIzNA==', 'qwertzuiopasdfghjklyxcvbnmqwertzuiop'],
  ...['4b1f0c52-1f0a-4b0e-9d8c-0a1b2c3d4e5f', 'https://h/v1/4b1f0c521f0a4b0e'],
  ...['https://user:secret@h/v1', 'https://h/v1?key=secret', 'h/v1&key=secret', 'https://h/v1#secret', `long ${'x '.repeat(40)}`],
])('%s is not shown as a value', (text) => {
  expect(showValue(text)).toMatch(hidden)
})

test.each([
  ...['api.example.com', 'https://api.example.com/v1', 'high', '32MB', 'tomorrow', '2030-01-01T00:00:00Z', 'antropic', 'file:./x.db'],
  ...['claude-sonnet-4-5-20250929', 'meta-llama/Llama-3.3-70B-Instruct', 'http://127.0.0.1:8787/v1', 'openai-compatible', '10.0.0.0/8'],
])('%s is shown, as a value and as a name', (text) => {
  expect([showValue(text), showName(text)]).toEqual([JSON.stringify(text), text])
})

test.each(['sk-canary-2f81c0', 'AIzaSyB2c3d4e5f', '0123456789abcdef0123456789abcdef', 'x'.repeat(65)])(
  'of the name %s the beginning is shown',
  (name) => {
    expect(showName(name)).toBe(`${name.slice(0, 4)}…`)
  },
)
