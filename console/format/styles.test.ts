import { chatDialects } from '../../src/exchange/dialect-name.js'
import { dialectLabel } from './dialects.js'
import { chatStyleChoices, styleChoices, styleTitle } from './styles.js'

test.each([
  ['chat-completions', 'Chat completions'],
  ['messages', 'Messages'],
  ['of-tomorrow', 'of-tomorrow'],
])('the style %s is shown as %s', (style, title) => {
  expect(styleTitle(style)).toBe(title)
})

test('the styles of conversations come first, under the names that they have everywhere', () => {
  expect(styleChoices.slice(0, chatDialects.length)).toEqual(chatStyleChoices)
  expect(chatStyleChoices.map(({ label }) => label)).toEqual(chatDialects.map(dialectLabel))
})
