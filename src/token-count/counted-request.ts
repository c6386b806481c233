import type { TokenCosts } from '../dialects/token-costs.js'
import type { Part } from '../exchange/part.js'
import type { ConversationRequest, Tool } from '../exchange/request.js'
import { mediaTokens } from './media-tokens.js'
import { schemaText } from './schema-text.js'

/** The parts of a request that cost tokens. */
export interface CountedRequest {
  /** The texts of all turns, tool calls and tool results. */
  readonly texts: readonly string[]
  /** Tool declarations and the answer's schema. */
  readonly declarations: readonly string[]
  readonly turns: number
  readonly tools: number
  readonly calls: number
  readonly mediaTokens: number
}

const maxOpaqueLength = 4096

/** The parts of a request that cost tokens. Tools in the format in which providers with these costs show them to their models. */
export function countedRequest(conversation: ConversationRequest, costs: TokenCosts): CountedRequest {
  const texts: string[] = []
  let calls = 0
  let media = 0
  const add = (part: Part): void => {
    switch (part.type) {
      case 'text':
      case 'reasoning':
      case 'refusal':
        texts.push(part.text)
        break
      case 'tool-call':
        calls++
        texts.push(part.name, part.input)
        break
      case 'tool-result':
        calls++
        part.content.forEach(add)
        break
      case 'media':
        if (part.filename !== undefined) texts.push(part.filename)
        if (part.source.type === 'text') texts.push(part.source.text)
        else media += mediaTokens(part, costs)
        break
      case 'opaque':
        texts.push(JSON.stringify(part.value).slice(0, maxOpaqueLength))
    }
  }
  for (const turn of conversation.turns) turn.parts.forEach(add)
  const declarations = conversation.tools.map((tool) => toolText(tool, costs))
  const output = conversation.output?.value
  if (output?.type === 'json-schema') declarations.push(JSON.stringify(output.schema))
  return {
    texts,
    declarations,
    turns: conversation.turns.length,
    tools: conversation.tools.length,
    calls,
    mediaTokens: media,
  }
}

function toolText(tool: Tool, { functions }: TokenCosts): string {
  if (tool.type === 'provider') return tool.label
  const description = tool.description ?? ''
  if (tool.type === 'custom') return `${tool.name}\n${description}\n${tool.format === undefined ? '' : JSON.stringify(tool.format.value)}`
  if (functions === 'json') return JSON.stringify({ name: tool.name, description, parameters: tool.parameters })
  return `// ${description}\ntype ${tool.name} = (_: ${schemaText(tool.parameters)}) => any;\n`
}
