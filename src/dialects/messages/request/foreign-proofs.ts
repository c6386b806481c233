import { openProof } from '../../../exchange/proof.js'
import type { WireObject } from '../../dialect.js'
import { isObject, listOf } from '../../../json/object.js'

/**
 * Removes thinking with other dialects' proofs, which this gateway has sealed, from the history of a relayed request: the provider refuses
 * signatures that are not its own. Returns the changed members; `undefined`: there are none. A turn without other blocks is removed. A
 * thinking budget is switched off where the last tool calls came from another provider: Anthropic requires its own thinking before them.
 */
export function withoutForeignProofs(wire: WireObject): WireObject | undefined {
  const turns = listOf(wire['messages'])
  if (!turns.some((turn) => blocksOf(turn).some(isSealed))) return undefined
  const messages = turns.flatMap((turn) => {
    const blocks = blocksOf(turn)
    const kept = blocks.filter((block) => !isSealed(block))
    if (kept.length === blocks.length) return [turn]
    return kept.length === 0 || !isObject(turn) ? [] : [{ ...turn, content: kept }]
  })
  const { thinking } = wire
  const budget = isObject(thinking) && thinking['type'] === 'enabled'
  return { messages, ...(budget && callsWithoutThinking(messages) ? { thinking: { type: 'disabled' } } : {}) }
}

function callsWithoutThinking(messages: readonly unknown[]): boolean {
  const last = messages.findLast((turn) => isObject(turn) && turn['role'] === 'assistant')
  const types = blocksOf(last).map((block) => (isObject(block) ? block['type'] : undefined))
  return types.includes('tool_use') && !types.includes('thinking') && !types.includes('redacted_thinking')
}

function isSealed(block: unknown): boolean {
  if (!isObject(block)) return false
  const proof = block['type'] === 'thinking' ? block['signature'] : block['type'] === 'redacted_thinking' ? block['data'] : undefined
  return typeof proof === 'string' && openProof(proof) !== undefined
}

function blocksOf(turn: unknown): readonly unknown[] {
  return isObject(turn) ? listOf(turn['content']) : []
}
