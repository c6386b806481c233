import type { Problem } from '../../api/problem.js'

export interface Picture {
  readonly name: string
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON, as the model wrote it. */
  readonly arguments: string
}

export interface ToolResult {
  readonly call: ToolCall
  readonly text: string
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls'

/** How an answer stands. */
export type AnswerState =
  | { readonly state: 'waiting' }
  | { readonly state: 'streaming' }
  | { readonly state: 'complete'; readonly finish: FinishReason }
  | { readonly state: 'stopped' }
  | { readonly state: 'failed'; readonly problem: Problem }

export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** US dollars. */
  readonly cost?: number
}

export interface Measures extends Usage {
  readonly model: string
  readonly style: string
  readonly firstTokenMs?: number
  readonly totalMs?: number
  readonly requestId?: string
}

export interface AnswerContent {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ToolCall[]
  /** Sound is among them once the answer has ended. */
  readonly pictures: readonly Picture[]
  /** The sound was longer than what is kept. */
  readonly soundCut?: boolean
  readonly standing: AnswerState
  readonly measures: Measures
}

export interface UserTurn {
  readonly kind: 'user'
  readonly id: number
  readonly text: string
  readonly pictures: readonly Picture[]
}

/** What the user gave as results of the tool calls of the answer before. */
export interface ToolResultsTurn {
  readonly kind: 'tool-results'
  readonly id: number
  readonly results: readonly ToolResult[]
}

export interface AnswerTurn extends AnswerContent {
  readonly kind: 'answer'
  readonly id: number
}

export type Turn = UserTurn | ToolResultsTurn | AnswerTurn

export function isRunning({ standing }: AnswerContent): boolean {
  return standing.state === 'waiting' || standing.state === 'streaming'
}

/** The turns that a request repeats: without answers that have nothing in them, and with a result for every tool call. */
export function sentTurns(turns: readonly Turn[]): readonly Turn[] {
  const sent: Turn[] = []
  for (const turn of turns) {
    const unanswered = callsOf(sent.at(-1))
    if (unanswered.length > 0 && turn.kind !== 'tool-results')
      sent.push({ kind: 'tool-results', id: -1, results: unanswered.map((call) => ({ call, text: '(no result was given)' })) })
    if (turn.kind !== 'answer' || turn.text !== '' || turn.calls.length > 0) sent.push(turn)
  }
  return sent
}

export function callsOf(turn: Turn | undefined): readonly ToolCall[] {
  return turn?.kind === 'answer' ? turn.calls : []
}
