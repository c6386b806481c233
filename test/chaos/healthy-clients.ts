// Clients of good will: every one of their replies is what it was before the chaos began.
import { question, readStream, styles, type Style } from '../e2e/client-styles.js'
import { kinds } from '../e2e/gateway.js'
import type { Draw } from '../fidelity/draw.js'
import { ask, type Answered } from './ask.js'
import { digest } from './digest.js'

interface Case {
  readonly style: Style
  readonly kind: string
  readonly stream: boolean
}

const cases: readonly Case[] = styles.flatMap((style) =>
  kinds.flatMap((kind) => [true, false].map((stream) => ({ style, kind, stream }) as const)),
)
const nameOf = ({ style, kind, stream }: Case): string => `${style} on ${kind}, ${stream ? 'streamed' : 'whole'}`

export class HealthyClients {
  readonly #expected = new Map<string, string>()
  /** What was not as expected. */
  readonly faults: string[] = []
  readonly times: number[] = []
  count = 0

  constructor(private readonly address: string) {}

  /** Learns the replies, and checks what they say. */
  async learn(): Promise<void> {
    for (const one of cases) {
      const { status, text } = await this.#ask(one)
      const fault = faultOf(one, status, text)
      if (fault !== undefined) throw new Error(`${nameOf(one)}, before the chaos: ${fault}: ${text}`)
      this.#expected.set(nameOf(one), lasting(one, text))
    }
  }

  /** Asks one after the other while it goes on. */
  async work(draw: Draw, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const one = draw.pick(cases)
      const startedAt = performance.now()
      try {
        const { status, text } = await this.#ask(one)
        this.times.push(performance.now() - startedAt)
        this.count++
        if (status !== 200 || lasting(one, text) !== this.#expected.get(nameOf(one))) this.faults.push(`${nameOf(one)}: ${status} ${text}`)
      } catch (problem) {
        this.faults.push(`${nameOf(one)}: ${String(problem)}`)
      }
    }
  }

  #ask({ style, kind, stream }: Case): Promise<Answered> {
    return ask(this.address, question(style, kind, stream), AbortSignal.timeout(30_000))
  }
}

function faultOf({ style, stream }: Case, status: number, text: string): string | undefined {
  if (status !== 200) return `status ${status}`
  const whole = stream ? readStream(style, text) : { text, arguments: '京都', finished: true, error: undefined }
  if (!whole.finished || whole.error !== undefined) return 'not finished'
  if (!whole.text.includes('Grüße, 你好 🙂.')) return 'another text'
  if (!whole.arguments.includes('京都')) return 'other arguments'
  // Input and output of the provider's usage.
  return /okens?(?:Count)?":5\b/.test(text) && /okens?(?:Count)?":7\b/.test(text) ? undefined : 'another usage'
}

/** What each reply says again: a whole one without the ids and times of its own. */
function lasting({ style, stream }: Case, text: string): string {
  if (stream) return digest(style, text)
  return text.replaceAll(/"(id|responseId)":"[^"]*"/g, '"$1":""').replaceAll(/"(created|created_at|completed_at)":\d+/g, '"$1":0')
}
