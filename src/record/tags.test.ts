import { tagsOf } from './tags.js'

test.each([
  [undefined, []],
  ['', []],
  ['search', ['search']],
  [' team=web , build:17,team=web', ['team=web', 'build:17']],
  [Array.from({ length: 10 }, (_, index) => index).join(), ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']],
])('the tags of %j', (header, tags) => {
  expect(tagsOf(header)).toEqual(tags)
})

test.each(['two words', 'a,,b', 'a,', 'x'.repeat(65), 'ü', '"a"', Array.from({ length: 11 }, (_, index) => index).join()])(
  '%j is refused',
  (header) => {
    expect(() => tagsOf(header)).toThrow(/x-anywire-tags takes up to 10 tags/)
  },
)
