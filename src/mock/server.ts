import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readCredential } from '../access/credentials.js'
import { Contract } from '../contract/contract.js'
import { ownOperations } from '../contract/own-operations.js'
import type { OpenApiDocument } from '../contract/schema/index.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import { idHeaders } from '../relay/reply.js'
import { defined, objectOf } from '../json/object.js'
import { corsHeaders, preflight } from './cors.js'
import { Mock } from './mock.js'
import { play } from './play.js'
import { readPreferences } from './preferences.js'
import { Prism } from './prism.js'
import type { PublishedFiles } from './published.js'
import { headersOf, readBody, requestLine, type MatchedRequest } from './request.js'
import type { AnswerScript } from './script/script.js'
import { createMockSockets } from './sockets.js'
import { wholeError, type WholeAnswer } from './whole-answer.js'

export interface MockServerOptions {
  /** The document that the mock serves: the gateway's bundled one, with all of its paths or some. */
  readonly document: OpenApiDocument
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Scripted answers; absent: there are none. */
  readonly answers?: AnswerScript
  /** Absent: documents and the reference page are the contract's short examples. */
  readonly files?: PublishedFiles
}

export interface RunningMock {
  readonly address: string
  stop(): Promise<void>
}

/** Starts the mock: every operation of the document, answered from its examples, without an upstream and without a key. */
export async function startMock({ document, host, port, answers, files }: MockServerOptions): Promise<RunningMock> {
  const paths = objectOf(document['paths']) ?? {}
  const contract = new Contract((await ownOperations()).filter(({ path }) => Object.hasOwn(paths, path)))
  const mock = new Mock(defined({ contract, document, prism: new Prism(document), newId, now: Date.now, answers, files }))
  const server = createServer((request, response) => void serve(contract, mock, request, response))
  server.on('upgrade', createMockSockets({ contract, mock, newId }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      resolve()
    })
  })
  return {
    // It listens on a port, not on a pipe.
    address: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(contract: Contract, mock: Mock, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { path, query, errorFormat } = requestLine(request)
  const id = newId('req_')
  const cors = corsHeaders(request)
  const headers = { ...cors, ...idHeaders({ id, errorFormat }) }
  const send = ({ status, headers: own, body }: WholeAnswer): void => {
    response.writeHead(status, { ...headers, ...own, 'content-length': Buffer.byteLength(body) }).end(body)
  }
  if (preflight(request)) {
    response.writeHead(204, headers).end()
    return
  }
  const left = new AbortController()
  response.once('close', () => {
    left.abort()
  })
  try {
    const matched = contract.match(request.method ?? '', path)
    const operation = matched.found ? contract.operation(matched.operationId) : undefined
    const open = operation?.open ?? !/^\/(?:v1|v2|v1beta)\//.test(path)
    if (!open && readCredential(request, errorFormat, path, query) === undefined)
      throw new GatewayFailure({ kind: 'invalid_api_key', message: 'The request has no token. The mock accepts any.' })
    if (!matched.found || operation === undefined) throw unknownPath(request.method, 'allow' in matched ? matched.allow : undefined)
    const asked: MatchedRequest = {
      id,
      method: request.method ?? '',
      path,
      query,
      errorFormat,
      headers: headersOf(request),
      bytes: await readBody(request),
      operation,
      parameters: matched.parameters,
    }
    const preferences = readPreferences(request.headers['prefer'])
    const answer = await mock.answer(asked, preferences)
    if ('whole' in answer) send(answer.whole)
    else await play(response, answer.script, answer.preferences ?? preferences, headers, left.signal)
  } catch (thrown) {
    if (response.headersSent) {
      response.destroy()
      return
    }
    const error: GatewayError =
      thrown instanceof GatewayFailure
        ? thrown.error
        : { kind: 'internal', message: `The mock failed on this request: ${thrown instanceof Error ? thrown.message : String(thrown)}` }
    send(wholeError({ errorFormat, id }, error))
  }
}

function unknownPath(method: string | undefined, allow: readonly string[] | undefined): GatewayFailure {
  return new GatewayFailure(
    allow === undefined
      ? { kind: 'not_found', message: 'The contract has no operation at this path.' }
      : { kind: 'method_not_allowed', message: `${method ?? ''} is not possible here; ${allow.join(', ')} is.` },
  )
}

function newId(prefix: string): string {
  return prefix + randomUUID().replaceAll('-', '')
}
