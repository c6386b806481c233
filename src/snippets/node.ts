import type { ChatDialect } from '../exchange/dialect-name.js'
import type { JsonObject } from '../json/object.js'
import { camelCase, generateContentArguments } from './generate-content.js'
import { literal, quoted, type Syntax } from './literal.js'
import { replyMayTakeLong } from './long-reply.js'

const syntax: Syntax = {
  null: 'null',
  true: 'true',
  false: 'false',
  padding: ' ',
  lastComma: ',',
  member: (name) => `${memberName(name)}: `,
}
const key = 'apiKey: process.env.ANYWIRE_TOKEN'

/** How a library is used: expressions for the text of a reply, and of one part of a stream. */
interface Library {
  readonly import: string
  readonly client: (base: string, body: JsonObject) => string
  readonly method: string
  readonly reply: string
  readonly part: string
  readonly text: string
  readonly delta: readonly string[]
}

const openai = {
  import: 'import OpenAI from "openai";',
  client: (base: string) => `new OpenAI({ baseURL: ${quoted(`${base}/v1`)}, ${key} })`,
}

const libraries: Readonly<Record<ChatDialect, Library>> = {
  'chat-completions': {
    ...openai,
    method: 'client.chat.completions.create',
    reply: 'completion',
    part: 'chunk',
    text: 'completion.choices[0].message.content',
    delta: ['process.stdout.write(chunk.choices[0]?.delta?.content ?? "");'],
  },
  responses: {
    ...openai,
    method: 'client.responses.create',
    reply: 'response',
    part: 'event',
    text: 'response.output_text',
    delta: ['if (event.type === "response.output_text.delta") process.stdout.write(event.delta);'],
  },
  messages: {
    import: 'import Anthropic from "@anthropic-ai/sdk";',
    client: (base, body) => `new Anthropic({ baseURL: ${quoted(base)}, ${key}${replyMayTakeLong(body) ? ', timeout: 3_600_000' : ''} })`,
    method: 'client.messages.create',
    reply: 'message',
    part: 'event',
    text: 'message.content.map((block) => (block.type === "text" ? block.text : "")).join("")',
    delta: [
      'if (event.type === "content_block_delta" && event.delta.type === "text_delta") {',
      '  process.stdout.write(event.delta.text);',
      '}',
    ],
  },
  'generate-content': {
    import: 'import { GoogleGenAI } from "@google/genai";',
    client: (base) => `new GoogleGenAI({ ${key}, httpOptions: { baseUrl: ${quoted(base)} } })`,
    method: 'client.models.generateContent',
    reply: 'response',
    part: 'chunk',
    text: 'response.text',
    delta: ['process.stdout.write(chunk.text ?? "");'],
  },
}

export function node(style: ChatDialect, body: JsonObject, base: string): string {
  const { import: line, client, method, reply, part, text, delta } = libraries[style]
  const streamed = body['stream'] === true
  // With tools a reply may be a tool call: then all of it is printed.
  const tools = Array.isArray(body['tools'])
  const google = style === 'generate-content'
  const call = `await ${method}${google && streamed ? 'Stream' : ''}(${literal(google ? googleArguments(body) : body, syntax)});`
  const printed = tools ? [`console.log(JSON.stringify(${part}));`] : delta
  const lines = streamed
    ? [
        `const stream = ${call}`,
        `for await (const ${part} of stream) {`,
        ...printed.map((one) => `  ${one}`),
        '}',
        ...(tools ? [] : ['process.stdout.write("\\n");']),
      ]
    : [`const ${reply} = ${call}`, `console.log(${tools ? `JSON.stringify(${reply}, null, 2)` : text});`]
  return `${[line, '', `const client = ${client(base, body)};`, '', ...lines].join('\n')}\n`
}

function googleArguments(body: JsonObject): JsonObject {
  const { model, contents, config, others } = generateContentArguments(body, camelCase)
  const settings = Object.keys(others).length === 0 ? config : { ...config, httpOptions: { extraBody: others } }
  return { model, contents, config: Object.keys(settings).length === 0 ? undefined : settings }
}

/** `__proto__: …` in an object literal would set the prototype. */
function memberName(name: string): string {
  if (name === '__proto__') return '["__proto__"]'
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}
