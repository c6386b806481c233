// What counts as a breaking change of the contract, in small documents.
import { breakingChanges } from '../../scripts/contract/changes.mjs'

const question = { type: 'object', required: ['model'], properties: { model: { type: 'string' }, n: { type: 'integer', maximum: 8 } } }
const answer = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, kind: { type: 'string', enum: ['a'] } } }

function documentWith(more: { request?: object; reply?: object; operation?: object; schemas?: object } = {}): object {
  return {
    paths: {
      '/v1/ask': {
        post: {
          operationId: 'ask',
          security: [{ bearer: [] }, { key: [] }],
          requestBody: { content: { 'application/json': { schema: more.request ?? question } } },
          responses: { '200': { content: { 'application/json': { schema: more.reply ?? answer } } }, '4XX': { description: 'Refused.' } },
          ...more.operation,
        },
      },
    },
    components: { schemas: more.schemas ?? {} },
  }
}

const request = (change: object) => documentWith({ request: { ...question, ...change } })
const reply = (change: object) => documentWith({ reply: { ...answer, ...change } })
const union = (...names: string[]) => ({ oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) })
const kinds = { A: { type: 'object' }, B: { type: 'object' }, Unknown: { type: 'object', 'x-open': true } }

test.each<[string, object, object, string[]]>([
  ['nothing', documentWith(), documentWith(), []],
  ['an operation gone', documentWith(), { paths: {} }, ['POST /v1/ask: is gone']],
  [
    'a new name of an operation',
    documentWith(),
    documentWith({ operation: { operationId: 'tell' } }),
    ['POST /v1/ask: the operation ask is now called tell'],
  ],
  ['a credential gone', documentWith(), documentWith({ operation: { security: [{ bearer: [] }] } }), ['POST /v1/ask: no longer takes key']],
  [
    'a new required parameter',
    documentWith(),
    documentWith({ operation: { parameters: [{ in: 'header', name: 'version', required: true, schema: {} }] } }),
    ['POST /v1/ask: header parameter version is required now'],
  ],
  [
    'a new optional member of a request',
    documentWith(),
    request({ properties: { ...question.properties, seed: { type: 'integer' } } }),
    [],
  ],
  [
    'a new required member of a request',
    documentWith(),
    request({ required: ['model', 'n'] }),
    ['POST /v1/ask request, request: n is required now'],
  ],
  [
    'a member of a request gone',
    documentWith(),
    request({ properties: { model: { type: 'string' } } }),
    ['POST /v1/ask request, request: n is gone'],
  ],
  [
    'a request narrowed',
    documentWith(),
    request({ properties: { model: { type: 'string', enum: ['x'] }, n: { type: 'integer', maximum: 4 } } }),
    ['POST /v1/ask request/model, request: no longer takes anything but "x"', 'POST /v1/ask request/n, request: maximum is 4 now'],
  ],
  ['a request widened', documentWith(), request({ properties: { model: { type: ['string', 'null'] }, n: { type: 'number' } } }), []],
  [
    'null in a reply of OpenAPI 3.0',
    documentWith(),
    reply({ properties: { ...answer.properties, id: { type: 'string', nullable: true } } }),
    ['POST /v1/ask 200/id, reply: may be null now'],
  ],
  [
    'a new branch of a union that may grow',
    documentWith({ schemas: kinds, reply: { oneOf: union('A').oneOf, 'x-open': true } }),
    documentWith({ schemas: kinds, reply: { oneOf: union('A', 'B').oneOf, 'x-open': true } }),
    [],
  ],
  ['a reply with more', documentWith(), reply({ required: ['id', 'kind'], properties: { ...answer.properties, more: {} } }), []],
  ['a member of a reply optional', documentWith(), reply({ required: [] }), ['POST /v1/ask 200, reply: id may be missing now']],
  [
    'a member of a reply gone',
    documentWith(),
    reply({ properties: { id: { type: 'string' } } }),
    ['POST /v1/ask 200, reply: kind is gone'],
  ],
  [
    'a reply widened',
    documentWith(),
    reply({ properties: { id: { type: ['string', 'null'] }, kind: { type: 'string', enum: ['a', 'b'] } } }),
    ['POST /v1/ask 200/id, reply: may be null now', 'POST /v1/ask 200/kind, reply: may be "b" now'],
  ],
  [
    'a branch of a request gone',
    documentWith({ request: union('A', 'B'), schemas: kinds }),
    documentWith({ request: union('A'), schemas: kinds }),
    ['POST /v1/ask request, request: no longer takes B'],
  ],
  [
    'a new branch of a closed reply',
    documentWith({ reply: union('A', 'B'), schemas: kinds }),
    documentWith({ reply: union('A', 'B', 'C'), schemas: { ...kinds, C: { type: 'object' } } }),
    ['POST /v1/ask 200, reply: may be C now'],
  ],
  [
    'a new branch of an open reply',
    documentWith({ reply: union('A', 'Unknown'), schemas: kinds }),
    documentWith({ reply: union('A', 'B', 'Unknown'), schemas: kinds }),
    [],
  ],
  [
    'an event of a stream, which no operation names',
    documentWith({ schemas: { Event: { type: 'object', required: ['data'], properties: { data: { type: 'string' } } } } }),
    documentWith({ schemas: { Event: { type: 'object', properties: { data: { type: 'string' } } } } }),
    ['Event, reply: data may be missing now'],
  ],
])('%s', (_, before, after, changes) => {
  expect(breakingChanges(before, after)).toEqual(changes)
})
