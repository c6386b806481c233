import { styleTitle } from './styles.js'

test.each([
  ['chat-completions', 'Chat completions'],
  ['messages', 'Messages'],
  ['of-tomorrow', 'of-tomorrow'],
])('the style %s is shown as %s', (style, title) => {
  expect(styleTitle(style)).toBe(title)
})
