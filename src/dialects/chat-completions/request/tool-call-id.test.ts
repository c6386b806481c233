import { fitToolCallId } from './tool-call-id.js'

describe('ids of tool calls in the history', () => {
  test.each(['call_1', 'toolu_01A09q90qw90lq917835lq9', 'functions.read:0'])('are unchanged where they are valid: %s', (id) => {
    expect(fitToolCallId(id, {})).toBe(id)
  })
  test('are shortened to different texts where OpenAI would refuse them', () => {
    const [first, second] = ['a', 'b'].map((letter) => fitToolCallId(letter.repeat(50), {}))
    expect(first?.length).toBeLessThanOrEqual(40)
    expect(first).not.toBe(second)
    expect(first).toBe(fitToolCallId('a'.repeat(50), {}))
  })
  test('have nine characters at Mistral', () => {
    expect(fitToolCallId('toolu_01ABC', { nineCharacterToolIds: true })).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(fitToolCallId('D681PevKs', { nineCharacterToolIds: true })).toBe('D681PevKs')
  })
})
