import type { AnswerContent, FinishReason, Measures, Picture, ToolCall, Usage } from '../conversation.js'
import type { Problem } from '../../../api/problem.js'
import type { Delta } from './delta.js'

interface CallInProgress {
  readonly id: string
  readonly name: string
  arguments: string
}

/** Collects deltas; `content` gives what there is so far. */
export class AnswerBuilder {
  private text = ''
  private reasoning = ''
  private readonly calls = new Map<string, CallInProgress>()
  private readonly pictures: Picture[] = []
  private usage: Usage = {}
  finish: FinishReason | undefined
  problem: Problem | undefined

  /** Whether the delta is content, so the first of them is the first token. */
  add(delta: Delta): boolean {
    switch (delta.kind) {
      case 'text':
        this.text += delta.text
        return true
      case 'reasoning':
        this.reasoning += delta.text
        return true
      case 'call':
        this.calls.set(delta.key, { id: delta.id, name: delta.name, arguments: '' })
        return true
      case 'arguments': {
        const call = this.calls.get(delta.key)
        if (call !== undefined) call.arguments += delta.text
        return true
      }
      case 'picture':
        this.pictures.push(delta.picture)
        return true
      case 'finish':
        this.finish = delta.reason
        return false
      case 'usage': {
        const { kind: _kind, ...usage } = delta
        this.usage = { ...this.usage, ...usage }
        return false
      }
      case 'error':
        this.problem = delta.problem
        return false
    }
  }

  content(measures: Measures): Omit<AnswerContent, 'standing'> {
    return {
      text: this.text,
      reasoning: this.reasoning,
      calls: [...this.calls.values()].map((call): ToolCall => ({ ...call })),
      pictures: [...this.pictures],
      measures: { ...measures, ...this.usage },
    }
  }
}
