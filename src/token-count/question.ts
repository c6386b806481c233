import type { TokenCosts } from '../dialects/token-costs.js'
import type { Part } from '../exchange/part.js'
import type { ConversationRequest, Tool } from '../exchange/request.js'
import { mediaTokens } from './media-tokens.js'
import { schemaText } from './schema-text.js'

/** What of a request costs tokens: texts that a tokenizer counts, and things with a price of their own. */
export interface CountedQuestion {
  /** What was said, by anybody, results of tools included. */
  readonly said: readonly string[]
  /** Declarations of tools and the form of the answer. */
  readonly declared: readonly string[]
  readonly turns: number
  readonly tools: number
  readonly calls: number
  readonly mediaTokens: number
}

const longestOpaque = 4096

/** Takes a request apart for counting, the way providers with these costs put it before their models. */
export function questionOf(conversation: ConversationRequest, costs: TokenCosts): CountedQuestion {
  const said: string[] = []
  let calls = 0
  let media = 0
  const add = (part: Part): void => {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'refusal':
        said.push(part.text)
        break
      case 'tool-call':
        calls++
        said.push(part.name, part.input)
        break
      case 'tool-result':
        calls++
        part.content.forEach(add)
        break
      case 'media':
        if (part.filename !== undefined) said.push(part.filename)
        if (part.source.type === 'text') said.push(part.source.text)
        else media += mediaTokens(part, costs)
        break
      case 'opaque':
        said.push(JSON.stringify(part.value).slice(0, longestOpaque))
    }
  }
  for (const turn of conversation.turns) turn.parts.forEach(add)
  const declared = conversation.tools.map((tool) => toolText(tool, costs))
  const output = conversation.output?.value
  if (output?.type === 'json-schema') declared.push(JSON.stringify(output.schema))
  return { said, declared, turns: conversation.turns.length, tools: conversation.tools.length, calls, mediaTokens: media }
}

function toolText(tool: Tool, { functions }: TokenCosts): string {
  if (tool.type === 'provider') return tool.label
  const description = tool.description ?? ''
  if (tool.type === 'custom') return `${tool.name}\n${description}\n${tool.format === undefined ? '' : JSON.stringify(tool.format.value)}`
  if (functions === 'json') return JSON.stringify({ name: tool.name, description, parameters: tool.parameters })
  return `// ${description}\ntype ${tool.name} = (_: ${schemaText(tool.parameters)}) => any;\n`
}
