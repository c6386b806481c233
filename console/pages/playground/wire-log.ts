import { maskedHeaders, type SentRequest } from './requests/request.js'

export interface LoggedFrame {
  readonly atMs: number
  readonly name: string
  readonly text: string
}

export interface LoggedReply {
  readonly atMs: number
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
}

/** Most characters that are kept of one reply. */
const limit = 2_000_000

/** One request as it went out, without its token, and its reply as it came. */
export class WireLog {
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  reply: LoggedReply | undefined
  readonly frames: LoggedFrame[] = []
  /** Whether the reply was longer than what is kept. */
  cut = false
  private size = 0
  private readonly started = performance.now()

  constructor(request: SentRequest, token: string) {
    this.path = request.path
    this.headers = maskedHeaders(request, token)
    this.body = request.body
  }

  answered(response: Response): void {
    this.reply = { atMs: this.now(), status: response.status, headers: [...response.headers] }
  }

  frame(text: string, name = ''): void {
    this.size += text.length
    if (this.size > limit) this.cut = true
    else this.frames.push({ atMs: this.now(), name, text })
  }

  private now(): number {
    return Math.round(performance.now() - this.started)
  }
}
