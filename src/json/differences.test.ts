import { differences } from './differences.js'

test('members that differ, by their pointers', () => {
  const before = { same: [1, 2], list: [1], inner: { a: 1, 'b/c': 2 }, gone: true, none: undefined }
  const after = { same: [1, 2], list: [2], inner: { a: 1, 'b/c': 3 }, come: { x: 1 } }
  expect(differences(before, after)).toEqual([
    { at: '/list', before: [1], after: [2] },
    { at: '/inner/b~1c', before: 2, after: 3 },
    { at: '/gone', before: true, after: undefined },
    { at: '/come', before: undefined, after: { x: 1 } },
  ])
})

test('an object that has just been made, and one that is gone', () => {
  expect(differences(undefined, { a: 1 })).toEqual([{ at: '/a', before: undefined, after: 1 }])
  expect(differences({ a: 1 }, undefined)).toEqual([{ at: '/a', before: 1, after: undefined }])
})
