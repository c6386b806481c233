import { createHash } from 'node:crypto'
import type { LossLedger } from '../ledger.js'
import { mapped } from './mapped.js'
import type { Part } from '../part.js'
import type { ConversationRequest, Tool, ToolChoice, Turn } from '../request.js'

/** Which names of tools a provider takes. */
export interface ToolNameRule {
  readonly pattern: RegExp
  /** Every character that may not stand anywhere in a name; global. */
  readonly foreign: RegExp
  /** In characters. */
  readonly longest: number
}

/**
 * Names of tools as one provider takes them. A name that fits is left alone; any other becomes its readable beginning and a digest of the
 * whole, from the name alone, so that every turn of a conversation has the same (and the same prompt cache entry). {@link original} undoes it.
 */
export class ToolNames {
  readonly #fitted = new Map<string, string>()
  readonly #originals = new Map<string, string>()

  /** `tools`: what the request declares; none of them shares its name with another one's fitted name. */
  constructor(
    private readonly rule: ToolNameRule,
    tools: readonly Tool[],
  ) {
    const names = tools.flatMap((tool) => (tool.type === 'provider' ? [] : [tool.name]))
    const taken = new Set(names)
    for (const name of taken) {
      if (this.#fits(name)) continue
      let fitted = this.#fit(name, name)
      while (taken.has(fitted) || this.#originals.has(fitted)) fitted = this.#fit(name, `${name}\n${fitted}`)
      this.#fitted.set(name, fitted)
      this.#originals.set(fitted, name)
    }
  }

  /** Whether any declared tool goes under another name. */
  get changed(): boolean {
    return this.#originals.size > 0
  }

  /** Also for the name of a tool that is no longer declared. */
  fitted(name: string): string {
    return this.#fitted.get(name) ?? (this.#fits(name) ? name : this.#fit(name, name))
  }

  original(name: string): string {
    return this.#originals.get(name) ?? name
  }

  #fits(name: string): boolean {
    return this.rule.pattern.test(name)
  }

  #fit(name: string, digested: string): string {
    const { pattern, foreign, longest } = this.rule
    const digest = createHash('sha256').update(digested).digest('hex').slice(0, 10)
    const readable = name.replaceAll(foreign, '_')
    const fitted = `${readable.slice(0, longest - digest.length - 1)}_${digest}`
    // Where only its first character is refused.
    return pattern.test(fitted) ? fitted : `_${readable.slice(0, longest - digest.length - 2)}_${digest}`
  }
}

/** The conversation with every tool under its fitted name: declared, chosen and in the history. Itself where all names fit. */
export function fitToolNames(conversation: ConversationRequest, names: ToolNames, ledger: LossLedger): ConversationRequest {
  const tools = fitTools(conversation.tools, names, ledger)
  const turns = mapped(conversation.turns, (turn) => fitTurn(turn, names))
  const choice = conversation.toolChoice
  const fittedChoice = choice === undefined ? undefined : fitChoice(choice.value, names)
  if (tools === conversation.tools && turns === conversation.turns && fittedChoice === choice?.value) return conversation
  const toolChoice = choice === undefined || fittedChoice === undefined ? {} : { toolChoice: { value: fittedChoice, at: choice.at } }
  return { ...conversation, tools, turns, ...toolChoice }
}

export function fitTools(tools: readonly Tool[], names: ToolNames, ledger: LossLedger): readonly Tool[] {
  return mapped(tools, (tool) => fitTool(tool, names, ledger))
}

function fitTool(tool: Tool, names: ToolNames, ledger: LossLedger): Tool {
  if (tool.type === 'provider') return tool
  const name = names.fitted(tool.name)
  if (name === tool.name) return tool
  ledger.move(tool.at, `the provider does not take such a name; the tool is called ${name} there`)
  return { ...tool, name }
}

function fitTurn(turn: Turn, names: ToolNames): Turn {
  const parts = mapped(turn.parts, (part) => fitPart(part, names))
  return parts === turn.parts ? turn : { ...turn, parts }
}

function fitPart(part: Part, names: ToolNames): Part {
  if ((part.type !== 'tool-call' && part.type !== 'tool-result') || part.name === undefined) return part
  const name = names.fitted(part.name)
  return name === part.name ? part : { ...part, name }
}

function fitChoice(choice: ToolChoice, names: ToolNames): ToolChoice {
  if (choice.type === 'tool') {
    const name = names.fitted(choice.name)
    return name === choice.name ? choice : { ...choice, name }
  }
  if (choice.type !== 'allowed') return choice
  const fitted = mapped(choice.names, (name) => names.fitted(name))
  return fitted === choice.names ? choice : { ...choice, names: fitted }
}
