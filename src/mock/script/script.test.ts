import { checkScript } from './check.js'
import { AnswerScript, type MatchedQuestion, type ScriptedAnswer } from './script.js'

const question: MatchedQuestion = {
  path: '/v1/messages',
  model: 'fast',
  stream: false,
  text: 'How is the Weather?',
  toolResults: ['now'],
  answers: 1,
}

test.each<readonly [ScriptedAnswer['match'], boolean]>([
  [undefined, true],
  [{ text: 'weather' }, true],
  [{ text: 'storm' }, false],
  [{ model: 'fast', path: '/v1/messages', stream: false }, true],
  [{ model: 'slow' }, false],
  [{ path: '/v1/responses' }, false],
  [{ stream: true }, false],
  [{ tool_result: 'now' }, true],
  [{ tool_result: 'later' }, false],
  [{ answers: 1 }, true],
  [{ answers: 0 }, false],
])('%j matches: %p', (match, expected) => {
  const script = new AnswerScript({ answers: [{ reply: 'yes', ...(match === undefined ? {} : { match }) }] })
  expect(script.take(question) !== undefined).toBe(expected)
})

test('the first that matches is taken, as often as it says', () => {
  const script = new AnswerScript({ answers: [{ reply: 'once', times: 1 }, { reply: 'then' }] })
  expect([1, 2, 3].map(() => script.take(question)?.reply)).toEqual(['once', 'then', 'then'])
})

test.each<readonly [unknown, string, readonly (string | number)[]]>([
  [{ answers: [] }, 'must NOT have fewer than 1 items', ['answers']],
  [{ answer: [] }, 'needs the key answers', []],
  [{ answers: [{ match: { txt: 'hello' } }] }, 'is not a key that is known here', ['answers', 0, 'match', 'txt']],
  [{ answers: [{ reply: 'hi' }, { reply: { calls: [{ arguments: {} }] } }] }, 'needs the key name', ['answers', 1, 'reply', 'calls', 0]],
  [{ answers: [{ error: { kind: 'broken' } }] }, 'must be one of invalid_api_key, ', ['answers', 0, 'error', 'kind']],
  [{ answers: [{ reply: 5 }] }, 'must be string,object', ['answers', 0, 'reply']],
  [{ answers: [{ delay_ms: 600_000 }] }, 'must be <= 60000', ['answers', 0, 'delay_ms']],
  [null, 'must be object', []],
])('%j is refused: %s', (content, expected, path) => {
  expect(checkScript(content)).toEqual({ problem: expect.objectContaining({ path, expected: expect.stringContaining(expected) }) })
})
