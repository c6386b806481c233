import { fitToolName } from '../../src/exchange/tool-name.js'
import { ToolIds } from '../../src/dialects/messages/tool-ids.js'
import { ToolNames } from '../../src/dialects/messages/tool-names.js'
import { encodeCallId } from '../../src/dialects/responses/parts-encode.js'
import { canonical, isJsonObject, parsed, type Json } from './json.js'

/** Everything that an upstream request says, in any of its forms: JSON texts count as what they hold. */
export class Haystack {
  readonly #texts: string[] = []
  readonly #numbers = new Set<number>()
  readonly #objects = new Set<string>()
  readonly #all: string

  constructor(value: Json) {
    this.#collect(value)
    this.#all = this.#texts.join('\u0001')
  }

  hasNumber(number: number): boolean {
    return this.#numbers.has(number) || this.#all.includes(String(number))
  }

  hasObject(value: Json): boolean {
    return this.#objects.has(canonical(value))
  }

  /** The text as it is, without blanks at its ends, or inside a JSON text. */
  hasText(text: string): boolean {
    const trimmed = text.trim()
    return trimmed === '' || this.#all.includes(trimmed) || this.#all.includes(JSON.stringify(trimmed).slice(1, -1))
  }

  /** In whatever alphabet or form: base64 of either kind, the text that it encodes, with or without the head of a data URL. */
  hasData(data: string): boolean {
    const body = data.startsWith('data:') ? data.slice(data.indexOf(',') + 1) : data
    const bytes = Buffer.from(body, 'base64')
    return this.#all.includes(bytes.toString('base64')) || this.hasText(bytes.toString())
  }

  /** Names and ids of tools, which some providers take only in a shorter form. */
  hasName(name: string): boolean {
    const forms = [name, fitToolName(name), new ToolNames([]).wire(name), new ToolIds().call(name), encodeCallId(name)]
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
