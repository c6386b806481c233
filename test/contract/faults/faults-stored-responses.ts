import { all, edit, set } from './changes.js'
import { inAnswer, inJson, type Fault } from './faulty-server.js'

const stored = /^\/v1\/responses\/[^/]+$/
const inputs = /^\/v1\/responses\/[^/]+\/input_items/

export const storedResponseFaults: readonly Fault[] = [
  inJson(stored, 'another response is given back', set('/id', 'resp_other')),
  inJson(stored, 'another text is given back', (body) => edit('/output/0/content/0/text', () => 'Something else.')(body)),
  inJson(stored, 'another status is given back', set('/status', 'in_progress')),
  inJson(inputs, 'no input items', set('/data', [])),
  inJson(
    inputs,
    'the input of another response',
    edit('/data/0/content', () => [{ type: 'input_text', text: 'Another question.' }]),
  ),
  inJson(inputs, 'another first_id', set('/first_id', 'msg_other')),
  inJson(inputs, 'another object', set('/object', 'items')),
  {
    ...inJson(/^\/v1\/responses$/, 'previous_response_id is not told', set('/previous_response_id', null)),
    when: ({ asked }) => asked['previous_response_id'] !== undefined,
  },
  { ...inJson(stored, 'nothing was deleted', set('/deleted', false)), when: ({ method }) => method === 'DELETE' },
  inAnswer(
    'a deleted response is still there',
    ({ method, path, status }) => method === 'GET' && stored.test(path) && status === 404,
    () => ({
      status: 200,
      body: Buffer.from('{"id":"resp_1","object":"response"}'),
    }),
  ),
  inJson(stored, 'the error of another style', all(set('/type', 'error'), set('/error', { type: 'not_found_error', message: 'x' })), 404),
  inAnswer(
    'an error without JSON',
    ({ path, status }) => stored.test(path) && status === 404,
    () => ({ headers: { 'content-type': 'text/plain' }, body: Buffer.from('not found') }),
  ),
]
