import { expect, test } from '@jest/globals'
import type { Tool } from '../../../exchange/request.js'
import { ToolNamePieces } from './tool-name-pieces.js'

const names = (...declared: string[]): ToolNamePieces =>
  new ToolNamePieces(declared.map((name): Tool => ({ type: 'function', name, at: '' })))

test.each([
  ['pieces', ['read_', 'sensor'], 'read_sensor'],
  ['a repeated name', ['read_sensor', 'read_sensor'], 'read_sensor'],
  ['a growing name', ['read_', 'read_sensor'], 'read_sensor'],
  ['pieces of a name that is not declared', ['read_', 'meter'], 'read_meter'],
])('%s', (_name, pieces, whole) => {
  const reader = names('read', 'read_sensor')
  expect(pieces.reduce((begun, piece) => reader.join(begun, piece), '')).toBe(whole)
})

test.each([
  ['read_sensor', false, true],
  // May become `read_sensor`.
  ['read', false, false],
  ['read', true, true],
  ['read_', true, false],
  ['other', false, false],
  ['other', true, true],
  ['', true, false],
])('%s, with arguments: %s, is ready: %s', (name, withArguments, ready) => {
  expect(names('read', 'read_sensor').isReady(name, withArguments)).toBe(ready)
})
