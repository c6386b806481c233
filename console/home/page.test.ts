import { listedAddresses } from '../../src/exchange/client-family.js'
import { chatDialects } from '../../src/exchange/dialect-name.js'
import { snippetLanguages } from '../../src/snippets/index.js'
import { codingAgents } from './clients.js'
import { homeParts } from './page.js'
import { placeholderBase, placeholderModel } from './placeholders.js'

test('each style and language has its first request, of which one is shown', () => {
  const html = homeParts['requests']?.() ?? ''
  for (const style of chatDialects) for (const language of snippetLanguages) expect(html).toContain(`data-request="${style} ${language}"`)
  expect(html.match(/ hidden>/g)).toHaveLength(chatDialects.length * snippetLanguages.length - 1)
})

test('what an agent or a request needs has places for the address and the model', () => {
  for (const { lines } of codingAgents) {
    expect(lines(placeholderBase, placeholderModel)).toContain(placeholderBase)
    expect(lines(placeholderBase, placeholderModel)).toContain(placeholderModel)
  }
})

test('one row a family of clients, and texts are escaped', () => {
  expect((homeParts['families']?.() ?? '').match(/<tr>/g)).toHaveLength(listedAddresses.length)
  expect(homeParts['requests']?.() ?? '').not.toContain('<OpenAI')
  expect(homeParts['requests']?.() ?? '').toContain('&quot;role&quot;')
})
