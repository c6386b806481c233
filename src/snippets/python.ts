import type { ChatDialect } from '../exchange/dialect-name.js'
import type { JsonObject } from '../json/object.js'
import { generateContentArguments, parted, snakeCase } from './generate-content.js'
import { Expression, literal, quoted, type Syntax } from './literal.js'
import { replyMayTakeLong } from './long-reply.js'
import { pythonParameters } from './python-parameters.js'

const syntax: Syntax = { null: 'None', true: 'True', false: 'False', padding: '', lastComma: ',', member: (name) => `${quoted(name)}: ` }
const indent = 4
const key = 'api_key=os.environ["ANYWIRE_TOKEN"]'

/** How a library is used. */
interface Library {
  readonly import: string
  readonly client: (base: string, body: JsonObject) => string
  readonly method: string
  readonly reply: string
  readonly part: string
  /** Prints the text of the reply. */
  readonly text: readonly string[]
  /** Prints the text of one part of a stream. */
  readonly delta: readonly string[]
}

const openai = {
  import: 'from openai import OpenAI',
  client: (base: string) => `OpenAI(base_url=${quoted(`${base}/v1`)}, ${key})`,
}

const libraries: Readonly<Record<Exclude<ChatDialect, 'generate-content'>, Library>> = {
  'chat-completions': {
    ...openai,
    method: 'client.chat.completions.create',
    reply: 'completion',
    part: 'chunk',
    text: ['print(completion.choices[0].message.content)'],
    delta: ['if chunk.choices:', '    print(chunk.choices[0].delta.content or "", end="", flush=True)'],
  },
  responses: {
    ...openai,
    method: 'client.responses.create',
    reply: 'response',
    part: 'event',
    text: ['print(response.output_text)'],
    delta: ['if event.type == "response.output_text.delta":', '    print(event.delta, end="", flush=True)'],
  },
  messages: {
    import: 'from anthropic import Anthropic',
    client: (base, body) => `Anthropic(base_url=${quoted(base)}, ${key}${replyMayTakeLong(body) ? ', timeout=3600' : ''})`,
    method: 'client.messages.create',
    reply: 'message',
    part: 'event',
    text: ['for block in message.content:', '    if block.type == "text":', '        print(block.text)'],
    delta: [
      'if event.type == "content_block_delta" and event.delta.type == "text_delta":',
      '    print(event.delta.text, end="", flush=True)',
    ],
  },
}

export function python(style: ChatDialect, body: JsonObject, base: string): string {
  return style === 'generate-content' ? googleLibrary(body, base) : vendorLibrary(style, body, base)
}

function vendorLibrary(style: keyof typeof libraries, body: JsonObject, base: string): string {
  const { import: line, client, method, reply, part, text, delta } = libraries[style]
  const [known, others] = parted(body, pythonParameters[style])
  const words = Object.keys(others).length === 0 ? known : { ...known, extra_body: others }
  return program({
    imports: [line],
    client: client(base, body),
    call: call(method, words),
    tools: Array.isArray(body['tools']),
    ...(body['stream'] === true
      ? { part, text: delta, whole: `print(${part}.to_json(indent=None))` }
      : { reply, text, whole: `print(${reply}.to_json())` }),
  })
}

function googleLibrary(body: JsonObject, base: string): string {
  const { model, contents, config, others, streamed } = generateContentArguments(body, snakeCase)
  const settings = Object.keys(others).length === 0 ? config : { ...config, http_options: { extra_body: others } }
  const configured = Object.keys(settings).length > 0
  return program({
    imports: ['from google import genai', ...(configured ? ['from google.genai import types'] : [])],
    client: `genai.Client(${key}, http_options={"base_url": ${quoted(base)}})`,
    call: call(`client.models.generate_content${streamed ? '_stream' : ''}`, {
      model,
      contents,
      config: configured ? new Expression(call('types.GenerateContentConfig', settings, indent)) : undefined,
    }),
    tools: Array.isArray(body['tools']),
    ...(streamed
      ? { part: 'chunk', text: ['print(chunk.text or "", end="", flush=True)'], whole: 'print(chunk.model_dump_json(exclude_none=True))' }
      : { reply: 'response', text: ['print(response.text)'], whole: 'print(response.model_dump_json(exclude_none=True, indent=2))' }),
  })
}

/** A plain reply has a name, a stream a name for its parts. With tools a reply may be a tool call: then all of it is printed. */
type Program = {
  readonly imports: readonly string[]
  readonly client: string
  readonly call: string
  readonly tools: boolean
  readonly text: readonly string[]
  readonly whole: string
} & ({ readonly reply: string } | { readonly part: string })

function program(parts: Program): string {
  const { imports, client, call: request, tools, text, whole } = parts
  const printed = tools ? [whole] : text
  const use =
    'part' in parts ? [`for ${parts.part} in stream:`, ...printed.map((line) => `    ${line}`), ...(tools ? [] : ['print()'])] : printed
  const name = 'part' in parts ? 'stream' : parts.reply
  return `${['import os', '', ...imports, '', `client = ${client}`, '', `${name} = ${request}`, ...use].join('\n')}\n`
}

/** A call with one keyword argument a line. */
function call(method: string, words: JsonObject, margin = 0): string {
  const deeper = margin + indent
  const lines = Object.entries(words)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${' '.repeat(deeper)}${name}=${literal(value, syntax, deeper, indent)},\n`)
  return `${method}(\n${lines.join('')}${' '.repeat(margin)})`
}
