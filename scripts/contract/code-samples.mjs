// Code for each operation, shown by the reference page (`x-codeSamples`): curl from the operation's own example, first requests of the chat
// styles as the console shows them, other calls of the official libraries from openapi/samples/calls.yaml. The tests run each of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { register } from 'tsx/esm/api'
import { atPointer, contractFolder } from './documents.mjs'

register()
const { firstRequest, snippet } = await import('../../src/snippets/index.ts')
const { jsonSyntax, literal } = await import('../../src/snippets/literal.ts')

/** The address that the samples have. The gateway replaces it by its own. */
export const sampleAddress = 'http://127.0.0.1:8787'

const calls = parse(readFileSync(join(contractFolder, 'samples', 'calls.yaml'), 'utf8'))
const streamed = { messages: 'createMessage', 'chat-completions': 'createChatCompletion', responses: 'createResponse' }

/** Adds the samples to the operations of a document, in place. */
export function addCodeSamples(document) {
  const resolve = (value) => (value?.$ref?.startsWith('#') ? resolve(atPointer(document, value.$ref)) : value)
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(item)) {
      if (operation?.operationId === undefined) continue
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve)
      const [type, content] = Object.entries(resolve(operation.requestBody)?.content ?? {})[0] ?? []
      const body = type === undefined ? undefined : { type, value: exampleOf(content, resolve) }
      const request = { path, method, operation, parameters, body }
      const chat = chatSamples(operation.operationId)
      const samples = [
        ...curlSamples(request, resolve),
        ...chat,
        ...(chat.length === 0 && showsErrors(operation.operationId) ? [refusedLike(request, resolve)] : []),
        ...callSamples(operation.operationId),
      ]
      if (samples.length > 0) operation['x-codeSamples'] = samples.sort((one, other) => rank(one) - rank(other))
    }
  return document
}

const order = ['shell', 'python', 'javascript']
const rank = ({ lang }) => order.indexOf(lang)

/** The chat styles: a first request, its stream, and one that is refused. */
function chatSamples(operationId) {
  const [style] = Object.entries(streamed).find(([, name]) => name === operationId) ?? []
  if (style !== undefined) return [...[false, true].flatMap((stream) => requests(style, stream)), refused(style)]
  if (operationId === 'generateContent') return [...requests('generate-content', false), refused('generate-content')]
  return operationId === 'streamGenerateContent' ? requests('generate-content', true) : []
}

function requests(style, stream) {
  const body = firstRequest(style, 'fast', 'When is high tide?', stream)
  const what = stream ? ', streamed' : ''
  const shell = stream && style !== 'generate-content' ? [sample('shell', `curl${what}`, snippet(style, 'curl', body, sampleAddress))] : []
  return [
    ...shell,
    sample('python', `Python${what}`, snippet(style, 'python', body, sampleAddress)),
    sample('javascript', `Node${what}`, snippet(style, 'node', body, sampleAddress)),
  ]
}

function refused(style) {
  return withStatus(snippet(style, 'curl', firstRequest(style, unknownModel, 'Hello', false), sampleAddress))
}

/** The first example of an operation, with a model that does not exist. */
function refusedLike({ body, ...request }, resolve) {
  const [{ source }] = curlSamples({ ...request, body: { ...body, value: { ...body.value, model: unknownModel } } }, resolve)
  return withStatus(source)
}

const unknownModel = 'no-such-model'
const showsErrors = (operationId) => (calls[operationId] ?? []).some(({ what }) => what === 'errors')

/** curl prints the status below the error. */
function withStatus(command) {
  return sample('shell', 'curl, errors', command.replace(/^curl/, String.raw`curl -w '\n%{http_code}\n'`))
}

function callSamples(operationId) {
  return (calls[operationId] ?? []).flatMap(({ what, library, python, node }) => [
    sample('python', labelled('Python', what), program(clients[library].python, python)),
    sample('javascript', labelled('Node', what), program(clients[library].node, node)),
  ])
}

const labelled = (language, what) => (what === undefined ? language : `${language}, ${what}`)

const openAiAddress = `${sampleAddress}/v1`
const clients = {
  openai: {
    python: {
      imports: ['import os', '', 'from openai import OpenAI'],
      client: `client = OpenAI(base_url="${openAiAddress}", api_key=os.environ["ANYWIRE_TOKEN"])`,
    },
    node: {
      imports: ['import OpenAI from "openai";'],
      client: `const client = new OpenAI({ baseURL: "${openAiAddress}", apiKey: process.env.ANYWIRE_TOKEN });`,
    },
  },
  anthropic: {
    python: {
      imports: ['import os', '', 'from anthropic import Anthropic'],
      client: `client = Anthropic(base_url="${sampleAddress}", api_key=os.environ["ANYWIRE_TOKEN"])`,
    },
    node: {
      imports: ['import Anthropic from "@anthropic-ai/sdk";'],
      client: `const client = new Anthropic({ baseURL: "${sampleAddress}", apiKey: process.env.ANYWIRE_TOKEN });`,
    },
  },
  google: {
    python: {
      imports: ['import os', '', 'from google import genai'],
      client: `client = genai.Client(api_key=os.environ["ANYWIRE_TOKEN"], http_options={"base_url": "${sampleAddress}"})`,
    },
    node: {
      imports: ['import { GoogleGenAI } from "@google/genai";'],
      client: `const client = new GoogleGenAI({ apiKey: process.env.ANYWIRE_TOKEN, httpOptions: { baseUrl: "${sampleAddress}" } });`,
    },
  },
  cohere: {
    python: {
      imports: ['import os', '', 'import cohere'],
      client: `client = cohere.ClientV2(api_key=os.environ["ANYWIRE_TOKEN"], base_url="${sampleAddress}")`,
    },
    node: {
      imports: ['import { CohereClientV2 } from "cohere-ai";'],
      client: `const client = new CohereClientV2({ token: process.env.ANYWIRE_TOKEN, environment: "${sampleAddress}" });`,
    },
  },
}

/** A call behind its client; an import of its own comes before the client. Calls that make a client themselves are whole programs. */
function program({ imports, client }, call) {
  if (/client = /.test(call)) return call
  const own = /^import .*\n\n/.exec(call)?.[0] ?? ''
  return `${[...(own === '' ? [] : [own.trimEnd()]), ...imports].join('\n')}\n\n${client}\n\n${call.slice(own.length)}`
}

const sample = (lang, label, source) => ({ lang, label, source: source.trimEnd() })

/** curl, from the first example of the operation. WebSockets have none. */
function curlSamples({ path, method, operation, parameters, body }, resolve) {
  if (operation.responses['101'] !== undefined) return []
  const exampleIn = (parameter) => exampleOf(parameter, resolve)
  const needed = (place) => parameters.filter((parameter) => parameter.in === place && parameter.required)
  const query = needed('query').map((parameter) => `${parameter.name}=${encodeURIComponent(exampleIn(parameter))}`)
  // The stream of generate content as events, as its libraries read it.
  if (/^streamGenerateContent/.test(operation.operationId)) query.push('alt=sse')
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleIn(parameters.find((one) => one.name === name))))
  const address = `${sampleAddress}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const streams = query.includes('alt=sse')
  const lines = [
    `curl${streams ? ' -N' : ''}${methodOption(method, body)} ${word(address)}`,
    ...credentials(method, operation),
    ...neededHeaders(parameters).map((parameter) => `-H ${word(`${parameter.name}: ${exampleIn(parameter)}`)}`),
    ...bodyLines(body),
  ]
  return [sample('shell', 'curl', lines.join(' \\\n  '))]
}

function methodOption(method, body) {
  if (method === 'head') return ' -I'
  if (method === 'get' || (method === 'post' && body !== undefined)) return ''
  return ` -X ${method.toUpperCase()}`
}

/** Required headers, and the version of Anthropic's API on its own endpoints, which have two names for it. */
function neededHeaders(parameters) {
  const anthropic = parameters.some(({ name }) => name === 'anthropic-beta')
  return parameters.filter(
    ({ in: place, required, name }) => place === 'header' && (required || (anthropic && name === 'anthropic-version')),
  )
}

const credentialHeaders = {
  bearer: 'Authorization: Bearer $ANYWIRE_TOKEN',
  adminKey: 'Authorization: Bearer $ANYWIRE_ADMIN_KEY',
  apiKeyHeader: 'x-api-key: $ANYWIRE_TOKEN',
  googleApiKeyHeader: 'x-goog-api-key: $ANYWIRE_TOKEN',
  session: 'Cookie: __Host-anywire_session=$ANYWIRE_SESSION',
}

/** The first of its credentials. What a session changes needs more than its cookie. */
function credentials(method, { security = [] }) {
  const [scheme] = Object.keys(security[0] ?? {})
  if (scheme === undefined) return []
  const own = [`-H "${credentialHeaders[scheme]}"`]
  return scheme !== 'session' || method === 'get' ? own : [...own, `-H "Origin: ${sampleAddress}"`, '-H "x-anywire-csrf: $ANYWIRE_CSRF"']
}

function bodyLines(body) {
  if (body === undefined) return []
  if (body.type === 'multipart/form-data') return Object.entries(body.value).flatMap(([name, member]) => formLines(name, member))
  return [`-H "Content-Type: ${body.type}"`, `-d ${quoted(literal(body.value, jsonSyntax, 2))}`]
}

const files = { file: 'speech.wav', image: 'picture.png', mask: 'mask.png' }

function formLines(name, value) {
  if (Array.isArray(value)) return value.flatMap((member) => formLines(name, member))
  const file = files[name.replace('[]', '')]
  return [`-F ${word(file === undefined ? `${name}=${value}` : `${name}=@${file}`)}`]
}

/** The first example of a parameter or a body. */
function exampleOf({ example, examples, schema }, resolve) {
  const { default: preset, const: only, enum: listed } = resolve(schema) ?? {}
  const value = example ?? resolve(Object.values(examples ?? {})[0])?.value ?? only ?? listed?.[0] ?? preset
  if (value === undefined) throw new Error('a required parameter or a body has no example')
  return value
}

const word = (text) => (/^[\w.:/%=@-]+$/.test(text) ? text : quoted(text))
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`
