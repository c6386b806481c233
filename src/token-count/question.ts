import type { TokenCosts } from '../dialects/token-costs.js'
import type { Part } from '../exchange/part.js'
import type { ConversationRequest, Tool } from '../exchange/request.js'
import { mediaTokens } from './media-tokens.js'
import { schemaText } from './schema-text.js'

/** The parts of a request that cost tokens: texts for the tokenizer, and media with a cost of their own. */
export interface CountedQuestion {
  /** Texts of all turns and tool results. */
  readonly said: readonly string[]
  /** Tool declarations and the schema of the answer. */
  readonly declared: readonly string[]
  readonly turns: number
  readonly tools: number
  readonly calls: number
  readonly mediaTokens: number
}

const longestOpaque = 4096

/** Takes a request apart for counting, in the format in which providers with these costs show it to their models. */
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
