import { all, drop, edit, set, type Edit } from './changes.js'
import { inAnswer, inJson, type Fault } from './faulty-server.js'

/** What can be wrong with errors in OpenAI's format. */
export function openAIErrorFaults(path: RegExp): readonly Fault[] {
  const error = (name: string, status: number, change: Edit): Fault => inJson(path, name, change, status)
  return [
    ...faultsOfAnyError(path),
    error('the type of a server error for a missing token', 401, set('/error/type', 'server_error')),
    error('the code of a model for a missing token', 401, set('/error/code', 'model_not_found')),
    error('no code for an unknown model', 404, set('/error/code', null)),
    error('a code that is another status', 404, set('/error/code', 400)),
    error('an empty type', 400, set('/error/type', '')),
    error('no message', 400, drop('/error/message')),
    error('an empty message', 400, set('/error/message', '')),
    error('a param that is a list', 400, set('/error/param', ['messages'])),
    error(
      'the error of the messages style',
      400,
      all(
        set('/type', 'error'),
        edit('/error/type', () => 'invalid_request_error'),
      ),
    ),
    error('an error as text', 400, set('/error', 'bad request')),
    error('the error without its envelope', 400, (body) => all(set('/message', 'x'), drop('/error'))(body)),
  ]
}

/** What can be wrong with the errors of every style. */
export function faultsOfAnyError(path: RegExp): readonly Fault[] {
  const status = (name: string, from: number, to: number): Fault =>
    inAnswer(
      name,
      (heard) => path.test(heard.path) && heard.status === from,
      () => ({ status: to }),
    )
  const failed = (heard: { path: string; status: number }): boolean => path.test(heard.path) && heard.status >= 400
  return [
    status('403 for a missing token', 401, 403),
    status('200 with an error for an unknown model', 404, 200),
    status('500 for an unknown model', 404, 500),
    status('422 for a wrong body', 400, 422),
    status('500 for a wrong body', 400, 500),
    inAnswer('an error as text/html', failed, ({ headers }) => ({
      headers: { ...headers, 'content-type': 'text/html' },
      body: Buffer.from('<h1>Bad request</h1>'),
    })),
    inAnswer('an error as a stream', failed, ({ headers, body }) => ({
      headers: { ...headers, 'content-type': 'text/event-stream' },
      body: Buffer.from(`data: ${body.toString('utf8')}\n\n`),
    })),
    inAnswer('an error without body', failed, () => ({ body: Buffer.alloc(0) })),
  ]
}
