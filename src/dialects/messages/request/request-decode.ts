import type { MessagesRequest, MessagesTurn } from '../../../../generated/messages/model/index.js'
import type { DecodeRequestContext } from '../../../exchange/context.js'
import { refuse } from '../../../exchange/error.js'
import { dropUnknown, type LossLedger } from '../../../exchange/ledger.js'
import type { CacheHint, Part } from '../../../exchange/part.js'
import type { ConversationRequest, Turn } from '../../../exchange/request.js'
import { isObject } from '../../../json/object.js'
import type { WireObject } from '../../dialect.js'
import { readCacheHint } from './cache.js'
import { afterCompaction } from './compaction-decode.js'
import { decodeBlocks } from './content-decode.js'
import { decodeReasoning } from './reasoning-decode.js'
import { decodeOutput, decodeSettings } from './settings-decode.js'
import { threadRefusal } from './thread.js'
import { decodeMcpServers, decodeToolChoice, decodeTools } from './tools-decode.js'

const known = new Set([
  'model',
  'messages',
  'max_tokens',
  'system',
  'stream',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'metadata',
  'service_tier',
  'cache_control',
  'mcp_servers',
])
const knownOfTurn = new Set(['role', 'content'])

/** Decodes the body of `POST /v1/messages`. */
export function decodeRequest(body: WireObject, context: DecodeRequestContext): ConversationRequest {
  // The contract's validator has checked the body against `MessagesRequest`.
  const wire = body as unknown as MessagesRequest
  const { ledger } = context
  if (isObject(wire.thread)) throw threadRefusal()
  dropUnknown(wire, known, '', ledger)
  const tools = [...decodeTools(wire.tools ?? [], ledger), ...decodeMcpServers(wire.mcp_servers ?? [])]
  return {
    dialect: 'messages',
    model: context.model ?? wire.model,
    stream: context.stream ?? wire.stream === true,
    turns: withTopLevelCache(
      afterCompaction(decodeTurns(wire, ledger), ledger),
      readCacheHint(wire.cache_control, '/cache_control', ledger),
      ledger,
    ),
    turnsAt: '/messages',
    tools,
    ...decodeToolChoice(wire.tool_choice, tools, ledger),
    ...decodeOutput(wire, ledger),
    ...decodeReasoning(wire, ledger),
    settings: decodeSettings(wire, ledger),
  }
}

function decodeTurns(wire: MessagesRequest, ledger: LossLedger): Turn[] {
  const turns: Turn[] = []
  for (const [index, wireTurn] of wire.messages.entries()) {
    const turn = decodeTurn(wireTurn, `/messages/${index}`, ledger)
    if (turn !== undefined) turns.push(turn)
  }
  const { system } = wire
  if (system !== undefined && system.length > 0)
    turns.unshift({ role: 'system', parts: decodeBlocks(system, '/system', ledger), at: '/system' })
  return turns
}

/** `undefined`: the turn has no content. */
function decodeTurn(turn: MessagesTurn, at: string, ledger: LossLedger): Turn | undefined {
  dropUnknown(turn, knownOfTurn, at, ledger)
  const { role, content } = turn
  if (content !== undefined) return { role, parts: decodeBlocks(content, `${at}/content`, ledger), at }
  // Only a system turn may consist of settings alone.
  if (role !== 'system') throw refuse(`${at}/content`, `${at}/content: a turn of the role ${role} must have content.`)
  return undefined
}

/** A top-level `cache_control` means one on the last block that can have it. */
function withTopLevelCache(turns: readonly Turn[], hint: CacheHint | undefined, ledger: LossLedger): readonly Turn[] {
  const turn = turns.at(-1)
  if (hint === undefined || turn === undefined) return turns
  const last = turn.parts.findLastIndex((part) => part.type !== 'reasoning' && part.type !== 'opaque')
  const part = turn.parts[last]
  if (part === undefined || part.cache !== undefined) {
    if (part === undefined) ledger.drop(hint.at, 'no block of the last turn can have a cache marker')
    else ledger.move(hint.at, 'not needed: the last block has a cache marker')
    return turns
  }
  const marked: Part = { ...part, cache: hint }
  return [...turns.slice(0, -1), { ...turn, parts: turn.parts.with(last, marked) }]
}
