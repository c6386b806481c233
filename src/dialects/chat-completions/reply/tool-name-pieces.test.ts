import { expect, test } from '@jest/globals'
import type { Tool } from '../../../exchange/request.js'
import { ToolNamePieces } from './tool-name-pieces.js'

const names = (...declared: string[]): ToolNamePieces =>
  new ToolNamePieces(declared.map((name): Tool => ({ type: 'function', name, at: '' })))

test.each([
  ['pieces', ['read_', 'sensor'], 'read_sensor'],
  ['the name said again', ['read_sensor', 'read_sensor'], 'read_sensor'],
  ['the name growing', ['read_', 'read_sensor'], 'read_sensor'],
  ['pieces of a name that nobody declared', ['read_', 'meter'], 'read_meter'],
])('%s', (_name, pieces, whole) => {
  const reader = names('read', 'read_sensor')
  expect(pieces.reduce((begun, piece) => reader.join(begun, piece), '')).toBe(whole)
})

test.each([
  ['read_sensor', false, true],
  // `read_sensor` may still come.
  ['read', false, false],
  ['read', true, true],
  ['read_', true, false],
  ['other', false, false],
  ['other', true, true],
  ['', true, false],
])('%s, with arguments: %s, is ready: %s', (name, withArguments, ready) => {
  expect(names('read', 'read_sensor').isReady(name, withArguments)).toBe(ready)
})
