import { createHash } from 'node:crypto'
import { hashedText } from '../../json/hashed-text.js'
import type { LossLedger } from '../ledger.js'
import { mapped } from './mapped.js'
import type { Part } from '../part.js'
import type { ConversationRequest, Tool, ToolChoice, Turn } from '../request.js'

/** The tool names that a provider accepts. */
export interface ToolNameRule {
  readonly pattern: RegExp
  /** Matches every character that a name must not contain; with the flag `g`. */
  readonly forbidden: RegExp
  /** Maximum length in characters. */
  readonly maxLength: number
}

const noNames: ReadonlyMap<string, string> = new Map()

/**
 * The tool names of a request as its provider accepts them. A name that matches the rule is unchanged. Any other becomes its readable
 * beginning and a digest, computed from the name only, so that it is the same in every turn of a conversation (and in the provider's prompt
 * cache). {@link original} changes it back.
 */
export class ToolNames {
  #fitted: ReadonlyMap<string, string> = noNames
  #originals: ReadonlyMap<string, string> = noNames

  /** `tools`: the tools of the request. A fitted name is never the name of another of them. */
  constructor(
    private readonly rule: ToolNameRule,
    tools: readonly Tool[],
  ) {
    if (tools.every((tool) => tool.type === 'provider' || this.#fits(tool.name))) return
    const fittedNames = new Map<string, string>()
    const originals = new Map<string, string>()
    const taken = new Set(tools.flatMap((tool) => (tool.type === 'provider' ? [] : [tool.name])))
    for (const name of taken) {
      if (this.#fits(name)) continue
      let fitted = this.#fit(name, name)
      while (taken.has(fitted) || originals.has(fitted)) fitted = this.#fit(name, `${name}\n${fitted}`)
      fittedNames.set(name, fitted)
      originals.set(fitted, name)
    }
    this.#fitted = fittedNames
    this.#originals = originals
  }

  /** Whether the name of any declared tool is changed. */
  get changed(): boolean {
    return this.#originals.size > 0
  }

  /** Also works for a tool that is no longer declared. */
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
    const { pattern, forbidden, maxLength } = this.rule
    const digest = createHash('sha256').update(hashedText(digested)).digest('hex').slice(0, 10)
    const readable = name.slice(0, maxLength).replaceAll(forbidden, '_')
    const fitted = `${readable.slice(0, maxLength - digest.length - 1)}_${digest}`
    // Some patterns refuse digits and dashes as the first character only.
    return pattern.test(fitted) ? fitted : `_${readable.slice(0, maxLength - digest.length - 2)}_${digest}`
  }
}

/** Changes the names of tools where they are declared, chosen and called. Returns the same conversation where all names are accepted. */
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
  ledger.move(tool.at, `the provider does not accept the name; the tool is sent as ${name}`)
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
