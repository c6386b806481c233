import type { Part, ReasoningPart, ToolCallPart } from '../../exchange/part.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import type { Proof } from '../../exchange/proof.js'
import type { Reply } from '../../exchange/reply.js'
import type { ConversationRequest, Turn } from '../../exchange/request.js'
import type { StreamPart } from '../../exchange/stream-part.js'
import { defined } from '../../json/object.js'

/** A proof, and the tool call by which it is found. */
export interface KeptProof {
  readonly owner: string
  readonly id: string
  readonly proof?: Proof
  readonly reasoning: readonly ReasoningPart[]
}

interface Kept {
  readonly proof?: Proof
  /** The reasoning before the tool call in its turn. */
  readonly reasoning: readonly ReasoningPart[]
  readonly keptAt: number
}

/**
 * Proofs of reasoning by the ids of their tool calls, for clients whose style or library drops them.
 * By owner, in memory, limited in number and time. Without an entry a provider may refuse the request; no data is lost.
 */
export class ProofStore {
  readonly #kept = new Map<string, Kept>()

  constructor(
    private readonly now: () => number,
    private readonly capacity = 20_000,
    private readonly lifeMs = 24 * 3_600_000,
  ) {}

  /** Called with each proof that this process has got. */
  onKept: ((kept: KeptProof) => void) | undefined

  rememberReply(owner: string, reply: Reply): void {
    for (const choice of reply.choices) {
      let reasoning: ReasoningPart[] = []
      for (const part of choice.parts) {
        if (part.type === 'reasoning') reasoning.push(part)
        else if (part.type === 'tool-call') {
          this.#remember(owner, part.id, part.proof, reasoning)
          reasoning = []
        }
      }
    }
  }

  /** An observer of one streamed reply. */
  observer(owner: string): (part: StreamPart) => void {
    const calls = new Map<number, { id: string; reasoning: readonly ReasoningPart[] }>()
    const texts = new Map<number, string>()
    let reasoning: ReasoningPart[] = []
    return (part) => {
      switch (part.type) {
        case 'reasoning-start':
          texts.set(part.part, '')
          break
        case 'reasoning-delta':
          texts.set(part.part, (texts.get(part.part) ?? '') + part.text)
          break
        case 'reasoning-end':
          if (part.proof !== undefined) reasoning.push({ type: 'reasoning', text: texts.get(part.part) ?? '', proof: part.proof, at: '' })
          break
        case 'tool-call-start':
          calls.set(part.part, { id: part.id, reasoning })
          reasoning = []
          break
        case 'tool-call-end': {
          const call = calls.get(part.part)
          if (call !== undefined) this.#remember(owner, call.id, part.proof, call.reasoning)
          break
        }
        default:
      }
    }
  }

  /** The conversation with the missing proofs of its tool calls, for an upstream of this dialect. */
  restore(owner: string, conversation: ConversationRequest, dialect: UpstreamDialect): ConversationRequest {
    if (this.#kept.size === 0) return conversation
    const turns = conversation.turns.map((turn) => (turn.role === 'assistant' ? this.#restoreTurn(owner, turn, dialect) : turn))
    return turns.some((turn, index) => turn !== conversation.turns[index]) ? { ...conversation, turns } : conversation
  }

  #restoreTurn(owner: string, turn: Turn, dialect: UpstreamDialect): Turn {
    const own = (proof: Proof | undefined): boolean => proof?.dialect === dialect
    const hasReasoning = turn.parts.some((part) => part.type === 'reasoning' && own(part.proof))
    const parts = turn.parts.flatMap((part): readonly Part[] => {
      if (part.type !== 'tool-call') return [part]
      const kept = this.#find(owner, part.id)
      if (kept === undefined) return [part]
      const call: ToolCallPart = !own(part.proof) && kept.proof !== undefined && own(kept.proof) ? { ...part, proof: kept.proof } : part
      const before = hasReasoning ? [] : kept.reasoning.filter((reasoning) => own(reasoning.proof))
      return [...before, call]
    })
    return parts.length === turn.parts.length && parts.every((part, index) => part === turn.parts[index]) ? turn : { ...turn, parts }
  }

  #remember(owner: string, id: string, proof: Proof | undefined, reasoning: readonly ReasoningPart[]): void {
    const proven = reasoning.filter((part) => part.proof !== undefined)
    if (proof === undefined && proven.length === 0) return
    const kept = defined<KeptProof>({ owner, id, proof, reasoning: proven })
    this.keep(kept)
    this.onKept?.(kept)
  }

  /** Keeps a proof that another process of the gateway has got, too. */
  keep({ owner, id, ...kept }: KeptProof): void {
    if (this.#kept.size >= this.capacity) {
      const oldest = this.#kept.keys().next().value
      if (oldest !== undefined) this.#kept.delete(oldest)
    }
    this.#kept.set(`${owner}\n${id}`, { ...kept, keptAt: this.now() })
  }

  /** All of them, for a process that has just begun. */
  *all(): IterableIterator<KeptProof> {
    for (const [key, { keptAt: _keptAt, ...kept }] of this.#kept) {
      const end = key.indexOf('\n')
      yield { owner: key.slice(0, end), id: key.slice(end + 1), ...kept }
    }
  }

  #find(owner: string, id: string): Kept | undefined {
    const key = `${owner}\n${id}`
    const kept = this.#kept.get(key)
    if (kept !== undefined && this.now() - kept.keptAt > this.lifeMs) {
      this.#kept.delete(key)
      return undefined
    }
    return kept
  }
}
