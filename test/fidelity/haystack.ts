import { ToolNames } from '../../src/exchange/fitting/tool-names.js'
import { ToolIds } from '../../src/dialects/messages/request/tool-ids.js'
import { upstreamDialects } from '../../src/dialects/registry.js'
import { fitToolCallId } from '../../src/dialects/chat-completions/request/tool-call-id.js'
import { encodeCallId } from '../../src/dialects/responses/request/parts-encode.js'
import { camelCase } from './schema-values.js'
import { canonical, isJsonObject, parsed, type Json } from './json.js'

/** All values of an upstream request; JSON texts are parsed and searched too. */
export class Haystack {
  readonly #texts: string[] = []
  readonly #numbers = new Set<number>()
  readonly #objects = new Set<string>()
  readonly #members = new Set<string>()
  readonly #all: string

  constructor(value: Json) {
    this.#collect(value)
    this.#all = this.#texts.join('\u0001')
  }

  hasNumber(number: number): boolean {
    return this.#numbers.has(number) || this.#all.includes(String(number))
  }

  /** Whether there is the value under this name, or under the name that another style has for it. */
  hasMember(name: string, value: string | boolean | number): boolean {
    const wanted = value === 'message.output_text.logprobs' ? 'logprobs=true' : `${conceptOf(name)}=${String(value).toLowerCase()}`
    return this.#members.has(wanted)
  }

  hasObject(value: Json): boolean {
    return this.#objects.has(canonical(value))
  }

  /** Whether there is the text, possibly trimmed, or inside a JSON text. */
  hasText(text: string): boolean {
    const trimmed = text.trim()
    return trimmed === '' || this.#all.includes(trimmed) || this.#all.includes(JSON.stringify(trimmed).slice(1, -1))
  }

  /** Whether there are the data, in either alphabet of base64 or as the encoded text, with or without the head of a data URL. */
  hasData(data: string): boolean {
    const body = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
    const bytes = Buffer.from(body, 'base64')
    return this.#all.includes(bytes.toString('base64')) || this.hasText(bytes.toString())
  }

  /** Whether there is the name or id of a tool, which some providers accept only when shortened. */
  hasName(name: string): boolean {
    const forms = [
      name,
      ...Object.values(upstreamDialects).flatMap(({ facts }) => {
        const { toolNames } = facts.accepts
        // After the name of a namespace only the beginning of a name may be left.
        return [new ToolNames(toolNames, []).fitted(name), name.replaceAll(toolNames.forbidden, '_').slice(0, 24)]
      }),
      new ToolIds().call(name),
      encodeCallId(name),
      fitToolCallId(name, {}),
    ]
    return forms.some((form) => this.#all.includes(form))
  }

  #collect(value: Json): void {
    if (typeof value === 'number') this.#numbers.add(value)
    else if (typeof value === 'string') this.#collectText(value)
    else if (Array.isArray(value)) {
      this.#objects.add(canonical(value))
      for (const item of value) this.#collect(item)
    } else if (isJsonObject(value)) {
      this.#objects.add(canonical(value))
      for (const [name, member] of Object.entries(value)) {
        this.#texts.push(name)
        for (const item of Array.isArray(member) ? member : [])
          if (typeof item === 'string') this.#members.add(`${conceptOf(name)}=${item.toLowerCase()}`)
        if (typeof member !== 'object') this.#members.add(`${conceptOf(name)}=${String(member).toLowerCase()}`)
        // Some styles have text documents as base64.
        if (name === 'data' && typeof member === 'string') this.#texts.push(Buffer.from(member, 'base64').toString())
        this.#collect(member)
      }
    }
  }

  #collectText(text: string): void {
    this.#texts.push(text)
    const start = text.trimStart()[0]
    if (start !== '{' && start !== '[') return
    const value = parsed(text)
    if (value !== undefined) this.#collect(value)
  }
}

/** Names of the same concept in several styles. */
const concepts: Readonly<Record<string, string>> = {
  reasoningEffort: 'effort',
  thinkingLevel: 'effort',
  responseLogprobs: 'logprobs',
  toolChoice: 'mode',
}

function conceptOf(name: string): string {
  const plain = camelCase(name)
  return concepts[plain] ?? plain
}
