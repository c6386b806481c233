import type { ConversationRequest, Tool } from '../../exchange/request.js'
import type { Part } from '../../exchange/part.js'

/** The mock counts one token for four characters, so that anybody can check its numbers. */
const charactersPerToken = 4
const tokensPerFile = 100

export function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}

/** The first tokens of a text, never half a character. */
export function firstTokens(text: string, count: number): string {
  const end = count * charactersPerToken
  const splitsPair = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return text.slice(0, splitsPair ? end - 1 : end)
}

/** The text's tokens one by one. */
export function tokenTexts(text: string): string[] {
  const characters = Array.from(text)
  const tokens: string[] = []
  for (let at = 0; at < characters.length; at += charactersPerToken) tokens.push(characters.slice(at, at + charactersPerToken).join(''))
  return tokens
}

/** The tokens of a whole request: its turns, its tools and the wanted schema. */
export function tokensOfRequest({ turns, tools, output }: ConversationRequest): number {
  const schema = output?.value.type === 'json-schema' ? tokensOf(JSON.stringify(output.value.schema)) : 0
  const ofTurns = turns.reduce((sum, { parts }) => sum + tokensOfParts(parts), 0)
  return Math.max(
    1,
    tools.reduce((sum, tool) => sum + tokensOfTool(tool), ofTurns + schema),
  )
}

export function tokensOfParts(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + tokensOfPart(part), 0)
}

function tokensOfPart(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'refusal':
      return tokensOf(part.text)
    case 'tool-call':
      return tokensOf(part.name) + tokensOf(part.input)
    case 'tool-result':
      return tokensOfParts(part.content)
    case 'media':
      return tokensPerFile
    case 'opaque':
      return tokensOf(JSON.stringify(part.value))
  }
}

function tokensOfTool(tool: Tool): number {
  if (tool.type === 'provider') return tokensOf(JSON.stringify(tool.value))
  const parameters = tool.type === 'function' ? JSON.stringify(tool.parameters ?? {}) : ''
  return tokensOf(tool.name) + tokensOf(tool.description ?? '') + tokensOf(parameters)
}
