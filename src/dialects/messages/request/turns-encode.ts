import type { MessagesContentBlock, MessagesSystem, MessagesTextBlock, MessagesTurn } from '../../../../generated/messages/model/index.js'
import { append } from '../../../exchange/append.js'
import { refuse } from '../../../exchange/error.js'
import { placeOf } from '../../../exchange/part.js'
import type { ConversationRequest, Turn } from '../../../exchange/request.js'
import { encodePart, encodeText } from './content-encode.js'
import type { MessagesTarget } from './messages-target.js'
import { defined } from '../../../json/object.js'

export interface EncodedTurns {
  readonly system?: MessagesSystem
  readonly messages: MessagesTurn[]
}

interface Group {
  readonly role: 'user' | 'assistant'
  readonly blocks: MessagesContentBlock[]
}

/**
 * All instructions go to `system`, since older models accept none in `messages`; `instructions` are added to them. The other turns
 * alternate: consecutive turns of a role become one, a user turn is first, and tool results are the first blocks of their turn.
 */
export function encodeTurns(conversation: ConversationRequest, target: MessagesTarget, instructions: readonly string[]): EncodedTurns {
  const { turns } = conversation
  const system = encodeSystem(turns, target)
  const groups = group(turns, target)
  if (groups.length === 0) {
    const last = system.pop()
    if (last === undefined)
      throw refuse(turns[0]?.at ?? conversation.turnsAt ?? '', 'The provider requires at least one message that is not empty.')
    target.ledger.approximate(turns.at(-1)?.at ?? '', 'the provider requires a user turn: the last instruction is sent as one')
    groups.push({ role: 'user', blocks: [last] })
  }
  for (const text of instructions) system.push({ type: 'text', text })
  const [first] = groups
  if (first?.role === 'assistant') {
    target.ledger.approximate(turns[0]?.at ?? '', 'the provider requires a user turn first: one was added')
    groups.unshift({ role: 'user', blocks: [{ type: 'text', text: 'Continue.' }] })
  }
  const messages = groups.map(({ role, blocks }) => ({ role, content: role === 'user' ? resultsFirst(blocks) : blocks }))
  endPrefill(messages, turns, target)
  return defined({ system: system.length === 0 ? undefined : (plainText(system) ?? system), messages })
}

function encodeSystem(turns: readonly Turn[], target: MessagesTarget): MessagesTextBlock[] {
  const blocks: MessagesTextBlock[] = []
  let conversationBegan = false
  for (const turn of turns) {
    if (turn.role === 'user' || turn.role === 'assistant') {
      conversationBegan = true
      continue
    }
    dropName(turn, target)
    if (conversationBegan) target.ledger.approximate(turn.at, 'an instruction inside the conversation is sent at its beginning')
    for (const part of turn.parts) {
      if (part.type === 'opaque') {
        target.ledger.drop(part.at, `the provider accepts no ${part.label} in an instruction`)
        continue
      }
      if (part.type !== 'text') throw refuse(part.at, 'The provider of this model accepts only text in instructions.')
      const block = encodeText(part, target)
      if (block !== undefined) blocks.push(block)
    }
  }
  return blocks
}

function group(turns: readonly Turn[], target: MessagesTarget): Group[] {
  const groups: Group[] = []
  for (const turn of turns) {
    if (turn.role !== 'user' && turn.role !== 'assistant') continue
    dropName(turn, target)
    if (turn.parts.some((part) => part.type === 'text' && part.phase !== undefined))
      target.ledger.drop(phaseOf(turn), 'texts have no phase in the messages style')
    const { role } = turn
    const blocks = turn.parts.map((part) => encodePart(part, role, target)).filter((block) => block !== undefined)
    if (blocks.length === 0) continue
    const last = groups.at(-1)
    if (last?.role === role) append(last.blocks, blocks)
    else groups.push({ role, blocks })
  }
  return groups
}

function phaseOf(turn: Turn): string {
  const part = turn.parts.find((each) => each.places?.phase !== undefined)
  return part === undefined ? turn.at : placeOf(part, 'phase')
}

function dropName(turn: Turn, target: MessagesTarget): void {
  if (turn.name !== undefined) target.ledger.drop(turn.name.at, 'turns have no name in the messages style')
}

function resultsFirst(blocks: MessagesContentBlock[]): MessagesContentBlock[] {
  const results = blocks.filter(({ type }) => type === 'tool_result')
  return results.length === 0 ? blocks : [...results, ...blocks.filter(({ type }) => type !== 'tool_result')]
}

/** Changes a last assistant turn (prefill): providers refuse white space at its end, and newer models refuse such a turn. */
function endPrefill(messages: MessagesTurn[], turns: readonly Turn[], { claude: model, ledger }: MessagesTarget): void {
  const last = messages.at(-1)
  if (last?.role !== 'assistant' || typeof last.content === 'string') return
  const block = last.content?.at(-1)
  if (block?.type === 'text') block.text = block.text.trimEnd()
  if (model?.prefill !== false || block?.type === 'tool_use') return
  const turn = turns.findLast(({ role }) => role === 'assistant')
  ledger.approximate(turn?.at ?? '', 'the model accepts no assistant turn at the end: a user turn asks it to continue')
  messages.push({ role: 'user', content: [{ type: 'text', text: 'Continue.' }] })
}

function plainText(blocks: readonly MessagesTextBlock[]): string | undefined {
  const [first] = blocks
  return blocks.length === 1 && first !== undefined && Object.keys(first).length === 2 ? first.text : undefined
}
