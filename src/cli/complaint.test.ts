import { stripVTControlCharacters } from 'node:util'
import { complaintText, configurationComplaint } from './complaint.js'

const message = 'anywire.yaml:14:15: providers[1].base_url: expected an absolute URL'

test('one line, or on a terminal a block', () => {
  const complaint = { where: 'token create failed', what: 'no gateway\nanswers', fix: 'start it' }
  expect(complaintText(complaint, false)).toBe('token create failed: no gateway answers; start it\n')
  expect(stripVTControlCharacters(complaintText(complaint, true))).toBe('✗ token create failed\n  no gateway answers\n  Fix: start it\n')
  expect(stripVTControlCharacters(complaintText({ what: 'there is none' }, true))).toBe('✗ there is none\n')
})

test('a mistake of the configuration keeps its line, and has its place above it on a terminal', () => {
  expect(complaintText(configurationComplaint(message), false)).toBe(`${message}\n`)
  expect(stripVTControlCharacters(complaintText(configurationComplaint(message), true))).toBe(
    '✗ anywire.yaml:14:15: providers[1].base_url\n  expected an absolute URL\n',
  )
})

test.each([
  'anywire.yaml cannot be read (EACCES); expected a YAML file',
  'environment: ANYWIRE_PORT: expected a port number from 0 to 65535',
])('%j', (text) => {
  expect(complaintText(configurationComplaint(text), false)).toBe(`${text}\n`)
})
