import type { ResponsesOutputItem } from '../../../../generated/responses/model/index.js'
import { argumentsObject } from '../../../exchange/custom-tool.js'
import type { Tool, ClientToolKind } from '../../../exchange/request.js'

/** A tool call of a reply, with the tool's unique name in the request (`ToolCatalogue`). */
export interface ToolCall {
  readonly kind: 'function' | 'custom'
  /** The wire's `call_id`. */
  readonly id: string
  readonly name: string
  /** Set where the tool is another one in the client's request. */
  readonly clientKind: ClientToolKind | undefined
}

export function clientKindOf(name: string, tools: readonly Tool[]): ClientToolKind | undefined {
  for (const tool of tools) if (tool.type !== 'provider' && tool.name === name) return tool.clientKind
  return undefined
}

export function toolCallItemId({ kind, clientKind }: ToolCall, newId: (prefix: string) => string): string {
  return newId(clientKind?.type === 'tool-search' ? 'tsc_' : kind === 'custom' ? 'ctc_' : 'fc_')
}

/** Encodes a tool call as an item, with the client's name of the tool. */
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
