import { fieldProblem } from './use-action.js'

const problem = (param: string) => ({ status: 400, title: 'Bad Request', detail: 'Wrong.', code: 'invalid_request', param })

test.each([
  ['name', 'name', true],
  ['/targets/0/model', 'targets', true],
  ['/price/image_usd', 'price/image_usd', true],
  ['/price/image_usd', 'price/input_per_million_usd', false],
  ['/context_window', 'context', false],
])('the refusal of %s belongs to the field %s: %j', (param, field, belongs) => {
  expect(fieldProblem(problem(param), field)).toBe(belongs ? 'Wrong.' : undefined)
})
