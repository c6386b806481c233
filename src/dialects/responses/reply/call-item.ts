import type { ResponsesOutputItem } from '../../../../generated/responses/model/index.js'
import { argumentsObject } from '../../../exchange/custom-tool.js'
import type { Tool, ClientToolKind } from '../../../exchange/request.js'

/** A call of the model, by the name that the tool has in the request's catalogue. */
export interface ToolCall {
  readonly kind: 'function' | 'custom'
  /** `call_id`. */
  readonly id: string
  readonly name: string
  /** What the client knows the tool as. */
  readonly clientKind: ClientToolKind | undefined
}

export function clientKindOf(name: string, tools: readonly Tool[]): ClientToolKind | undefined {
  for (const tool of tools) if (tool.type !== 'provider' && tool.name === name) return tool.clientKind
  return undefined
}

export function toolCallItemId({ kind, clientKind }: ToolCall, newId: (prefix: string) => string): string {
  return newId(clientKind?.type === 'tool-search' ? 'tsc_' : kind === 'custom' ? 'ctc_' : 'fc_')
}

/** A call as an item, under the tool's own name. */
export function toolCallItem(
  { kind, id: call_id, name, clientKind }: ToolCall,
  id: string,
  status: string,
  input: string,
): ResponsesOutputItem {
  if (clientKind?.type === 'tool-search')
    return { type: 'tool_search_call', id, call_id, execution: 'client', status, arguments: argumentsObject(input) ?? input }
  const named = clientKind === undefined ? { name } : { name: clientKind.name, namespace: clientKind.namespace }
  return kind === 'custom'
    ? { type: 'custom_tool_call', id, status, call_id, ...named, input }
    : { type: 'function_call', id, status, call_id, ...named, arguments: input }
}
