import { refuse } from '../../exchange/error.js'
import type { ToolCallPart } from '../../exchange/part.js'
import type { ConversationRequest, CustomTool, FunctionTool } from '../../exchange/request.js'
import { parsePattern, textOfPattern } from '../made-values/pattern.js'
import { Random } from '../made-values/random.js'
import { valueOfSchema } from '../made-values/value-of-schema.js'

type CallableTool = FunctionTool | CustomTool

/**
 * The tools that the reply calls. Where the choice is free, those that the question names; where it requires a call without one, the
 * first that is declared.
 */
export function calledTools(request: ConversationRequest, question: string): readonly CallableTool[] {
  const choice = request.toolChoice?.value ?? { type: 'auto' }
  const declared = request.tools.filter((tool) => tool.type !== 'provider')
  const single = request.parallelToolCalls?.value === false
  const some = (tools: readonly CallableTool[], isRequired: boolean): readonly CallableTool[] => {
    const named = tools.filter(({ name }) => names(question, name))
    const called = named.length > 0 ? named : isRequired ? tools.slice(0, 1) : []
    return single ? called.slice(0, 1) : called
  }
  switch (choice.type) {
    case 'auto':
      return some(declared, false)
    case 'required':
      return some(declared, true)
    case 'tool':
      return declared.filter(({ name }) => name === choice.name).slice(0, 1)
    case 'allowed':
      return some(
        declared.filter(({ name }) => choice.names.includes(name)),
        choice.mode === 'required',
      )
    default:
      return []
  }
}

/** Whether the question has the tool's name, or all words of it with more than three letters: "weather" calls `get_weather`. */
function names(question: string, tool: string): boolean {
  const text = question.toLowerCase()
  const words = tool
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  const long = words.filter((word) => word.length > 3)
  const has = (word: string): boolean => ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${word} `)
  return text.includes(tool.toLowerCase()) || (long.length > 0 && long.every(has))
}

/** A call with arguments that fit the tool's schema. Throws a 400 where none can be made. */
export function callOf(tool: CallableTool, seed: string, id: string): ToolCallPart {
  return {
    type: 'tool-call',
    at: '',
    id,
    name: tool.name,
    kind: tool.type,
    input: tool.type === 'custom' ? freeText(tool, seed) : argumentsOf(tool, seed),
  }
}

function argumentsOf({ name, parameters, at }: FunctionTool, seed: string): string {
  const made = valueOfSchema({ type: 'object', ...parameters }, `${seed} ${name}`)
  if ('value' in made) return JSON.stringify(made.value)
  throw refuse(at, `The mock cannot make arguments for ${name}: ${made.problem}. Write them in a script (mock --script).`)
}

function freeText({ name, format }: CustomTool, seed: string): string {
  if (format?.value.type !== 'grammar' || format.value.syntax !== 'regex') return `input for ${name}`
  const pattern = parsePattern(format.value.definition)
  if (pattern === undefined)
    throw refuse(format.at, `The mock cannot make a text of this grammar. Write the call in a script (mock --script).`)
  return textOfPattern(pattern, new Random(`${seed} ${name}`), 1)
}
