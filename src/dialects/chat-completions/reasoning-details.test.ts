import { LossLedger } from '../../exchange/ledger.js'
import { decodeDetails } from './reasoning-details.js'

function actionsOf(texts: readonly string[], readable: string): string[] {
  const ledger = new LossLedger()
  const entries = texts.map((text) => ({ type: 'reasoning.text', text }))
  decodeDetails(entries, readable, '/reasoning_details', ledger)
  return ledger.losses.filter(({ why }) => why.includes('readable')).map(({ action }) => action)
}

test.each<[string, string[], string, string[]]>([
  ['in their order', ['Two', ' and', ' two'], 'Two and two', ['moved', 'moved', 'moved']],
  ['in another order', [' two', 'Two', ' and'], 'Two and two', ['moved', 'moved', 'moved']],
  ['where one is not in it', [' Two', ' and', ' two'], 'Two and two', ['dropped', 'moved', 'moved']],
])('details repeat the readable reasoning: %s', (_name, texts, readable, actions) => {
  expect(actionsOf(texts, readable)).toEqual(actions)
})

test('very many details of a longer text are found in it', () => {
  const texts = Array.from({ length: 1000 }, (_, index) => `step ${index}; `)
  expect(new Set(actionsOf(texts, `Well: ${texts.join('').trim()} `))).toEqual(new Set(['moved']))
})
