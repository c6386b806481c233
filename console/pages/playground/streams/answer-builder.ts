import type { AnswerContent, FinishReason, Measures, Picture, ToolCall, Usage } from '../conversation.js'
import type { Problem } from '../../../api/problem.js'
import type { Delta, SoundPiece } from './delta.js'

interface CallInProgress {
  readonly id: string
  readonly name: string
  arguments: string
}

/** Most characters that are kept of an answer's sound: 32 MB in base64. */
const mostSound = 42_666_668

/** Collects deltas; `content` gives what there is so far, without sound. */
export class AnswerBuilder {
  private text = ''
  private reasoning = ''
  private readonly calls = new Map<string, CallInProgress>()
  private readonly pictures: Picture[] = []
  private readonly sound: SoundPiece[] = []
  private usage: Usage = {}
  finish: FinishReason | undefined
  problem: Problem | undefined

  constructor(private soundRoom = mostSound) {}

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
      case 'sound':
        if (this.soundRoom > 0) this.sound.push({ ...delta, data: delta.data.slice(0, this.soundRoom) })
        this.soundRoom -= delta.data.length
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

  /** The ended answer with its sound as one, so it has one player. Never throws: sound without data cannot be read. */
  async withSound(content: AnswerContent): Promise<AnswerContent> {
    if (this.sound.length === 0) return content
    const sound = await import('./joined-sound.js').then(
      ({ joinedSound }) => joinedSound(this.sound),
      () => ({ name: '', mediaType: 'audio/', data: '' }),
    )
    return { ...content, pictures: [...content.pictures, sound], soundCut: this.soundRoom < 0 }
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
