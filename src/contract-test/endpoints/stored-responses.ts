import { bearer, text } from '../../dialects/contract-test.js'
import { objectIn, objectsIn } from '../../dialects/stream-order.js'
import { textOf, type JsonObject } from '../../json/object.js'
import { isReply, statusIs, typeIs, type Answered, type Check, type Tester } from '../check.js'
import { endpointCheck, type Send } from '../endpoint-check.js'
import { openAIErrorRules } from '../errors.js'
import { ask, type TestTarget } from '../target.js'

const path = '/v1/responses'

/** Responses that the server keeps: read, listed with their input, continued, deleted. */
export function storedResponseChecks(tester: Tester, model: string): readonly Check[] {
  const headers = bearer(tester.target.token)
  const check = (name: string, run: (send: Send) => Promise<void>): Check => endpointCheck(tester, 'stored-responses', name, run)
  const create = async (send: Send, more: JsonObject = {}): Promise<Answered | undefined> => {
    const answered = await send({ path, headers, body: { model, input: text, store: true, ...more } })
    if (answered === undefined || !isReply(answered)) return undefined
    return answered.find.filled('/id', answered.body['id'], 'a stored response is found by its id') ? answered : undefined
  }
  const at = ({ body }: Answered, below = ''): string => `${path}/${encodeURIComponent(textOf(body['id']) ?? '')}${below}`
  const fits = (answered: Answered, schema: string): boolean =>
    isReply(answered) && tester.fits(answered.find, 'responses', schema, answered.answer.json)
  const missing = (answered: Answered | undefined): void => {
    if (answered === undefined || !statusIs(answered, 404) || !typeIs(answered, 'application/json')) return
    tester.fits(answered.find, 'responses', 'ResponsesErrorReply', answered.answer.json)
    openAIErrorRules(answered.find, answered.body, 404)
  }
  return [
    check('a stored response is given back', async (send) => {
      const made = await create(send)
      const found = made && (await send({ path: at(made), headers }))
      if (made === undefined || found === undefined || !fits(found, 'ResponsesResponse')) return
      for (const name of ['id', 'created_at', 'status', 'model'])
        found.find.require(
          found.body[name] === made.body[name],
          `/${name}`,
          found.body[name],
          `the ${name} of the reply`,
          'it is the same response',
        )
      const written = JSON.stringify(textsOf(made.body))
      found.find.equals('/output', JSON.stringify(textsOf(found.body)), written, 'it is the same response')
    }),
    check('the input of a stored response is listed', async (send) => {
      const made = await create(send)
      const listed = made && (await send({ path: at(made, '/input_items'), headers }))
      if (listed === undefined || !fits(listed, 'ResponsesItemList')) return
      const { find, body } = listed
      const items = objectsIn(body['data'])
      find.equals('/object', body['object'], 'list', 'the kind of object')
      const said = items.some(({ role, content }) => role === 'user' && objectsIn(content).some((part) => part['text'] === text))
      find.require(said, '/data', items, `an item with the text ${JSON.stringify(text)}`, 'the request has this input')
      for (const [name, position] of [
        ['first_id', 0],
        ['last_id', -1],
      ] as const)
        find.require(
          body[name] === items.at(position)?.['id'],
          `/${name}`,
          body[name],
          'the id of that item',
          'clients read the next page from it',
        )
    }),
    check('a response that goes on from another', async (send) => {
      const made = await create(send)
      const next = made && (await create(send, { previous_response_id: made.body['id'] }))
      if (made === undefined || next === undefined) return
      const { previous_response_id: named } = next.body
      next.find.require(
        named === made.body['id'],
        '/previous_response_id',
        named,
        'the id of the request',
        'the request names the response before',
      )
    }),
    check('a deleted response is gone', async (send) => {
      const made = await create(send)
      const deleted = made && (await send({ method: 'DELETE', path: at(made), headers }))
      if (made === undefined || deleted === undefined || !fits(deleted, 'ResponsesDeleted')) return
      deleted.find.require(
        deleted.body['id'] === made.body['id'],
        '/id',
        deleted.body['id'],
        'the id of the path',
        'it is the deleted response',
      )
      deleted.find.equals('/deleted', deleted.body['deleted'], true, 'it is deleted')
      missing(await send({ path: at(made), headers }))
    }),
  ]
}

/** Whether the server gives a response back after it was made. */
export async function storesResponses(target: TestTarget, model: string): Promise<boolean> {
  const headers = bearer(target.token)
  const made = await ask(target, { path, headers, body: { model, input: text, store: true } })
  const id = textOf(objectIn(made.json)['id'])
  if (made.status !== 200 || id === undefined) return false
  return (await ask(target, { path: `${path}/${encodeURIComponent(id)}`, headers })).status === 200
}

function textsOf(response: JsonObject): readonly unknown[] {
  return objectsIn(response['output']).flatMap(({ content }) => objectsIn(content).map((part) => part['text']))
}
