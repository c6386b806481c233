// The contract tests are worth what their judge is worth: it must refuse what is wrong.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Prism, type HttpRequest } from './prism.js'

const request: HttpRequest = {
  method: 'POST',
  url: '/v1/chat/completions',
  headers: { 'content-type': 'application/json', authorization: 'Bearer t' },
  body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
}
let prism: Prism

beforeAll(async () => {
  prism = await Prism.of('chat-completions')
})

describe('as a mock', () => {
  test('a right request gets the example', async () => {
    expect(await prism.mock(request, { status: 200 })).toMatchObject({
      status: 200,
      requestProblems: [],
      body: { object: 'chat.completion' },
    })
  })

  test.each<[string, unknown]>([
    ['a missing member', { messages: [{ role: 'user', content: 'Hi' }] }],
    ['a wrong type', { model: 'm', messages: [{ role: 'user', content: 5 }] }],
    ['an unknown role', { model: 'm', messages: [{ role: 'ghost', content: 'Hi' }] }],
  ])('%s is a problem of the request', async (_, body) => {
    const answer = await prism.mock({ ...request, body }, { status: 200 })
    expect(answer.requestProblems).not.toEqual([])
  })

  test('a request without credentials gets no example', async () => {
    const answer = await prism.mock({ ...request, headers: { 'content-type': 'application/json' } }, { status: 200 })
    expect(answer.status).toBe(401)
  })
})

describe('between two sides', () => {
  let server: Server
  let reply: unknown

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(reply))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('a reply that lacks its choices is a problem of the reply', async () => {
    reply = { id: 'c1', object: 'chat.completion', created: 1, model: 'm' }
    const answer = await prism.between(request, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(answer.replyProblems.join()).toContain('choices')
  })

  test('a right reply has no problem', async () => {
    const message = { role: 'assistant', content: 'Hello', refusal: null }
    reply = {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    }
    const answer = await prism.between(request, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect(answer).toMatchObject({ status: 200, replyProblems: [], body: reply })
  })
})
