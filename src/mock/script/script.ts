import type { FailureKind } from '../../exchange/error.js'

/** What a file of scripted answers has (`mock --script`), after its check. */
export interface ScriptFile {
  readonly answers: readonly ScriptedAnswer[]
}

/** One answer, and the requests that get it. */
export interface ScriptedAnswer {
  /** All that is given must hold; absent: every request. */
  readonly match?: ScriptMatch
  /** A conversation's answer: its text alone, or its parts. */
  readonly reply?: string | ScriptedReply
  /** The answer repeats the question. */
  readonly echo?: true
  /** The JSON body of the answer, for every operation. */
  readonly body?: unknown
  readonly status?: number
  readonly error?: ScriptedError
  readonly delay_ms?: number
  readonly stream?: { readonly pace_ms?: number; readonly cut?: number }
  /** How many requests get this answer; absent: all. */
  readonly times?: number
}

export interface ScriptMatch {
  /** A part of the last text of the user, in any case. */
  readonly text?: string
  readonly model?: string
  /** The path of the request, without query. */
  readonly path?: string
  readonly stream?: boolean
  /** The last turn has a result of this tool. */
  readonly tool_result?: string
  /** How many turns of the assistant came before. */
  readonly answers?: number
}

export interface ScriptedReply {
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>>; readonly input?: string }[]
  readonly refusal?: string
  readonly finish?: 'stop' | 'length' | 'content-filter'
}

export interface ScriptedError {
  readonly kind: FailureKind
  readonly message?: string
  readonly status?: number
  readonly retry_after?: number
  /** The stream breaks after so many events; absent: there is an error in place of an answer. */
  readonly after?: number
}

/** What a script knows of a request. */
export interface MatchedQuestion {
  readonly path: string
  readonly model: string
  readonly stream: boolean
  /** Of a conversation. */
  readonly text?: string
  readonly toolResults?: readonly string[]
  readonly answers?: number
}

/** Scripted answers, in the order of the file; each request gets the first that matches. */
export class AnswerScript {
  readonly #left: Map<ScriptedAnswer, number>

  constructor(private readonly file: ScriptFile) {
    this.#left = new Map(file.answers.map((answer) => [answer, answer.times ?? Infinity]))
  }

  /** `undefined`: none matches. */
  take(question: MatchedQuestion): ScriptedAnswer | undefined {
    const answer = this.file.answers.find((one) => (this.#left.get(one) ?? 0) > 0 && matches(one.match ?? {}, question))
    if (answer !== undefined) this.#left.set(answer, (this.#left.get(answer) ?? 0) - 1)
    return answer
  }
}

function matches(match: ScriptMatch, question: MatchedQuestion): boolean {
  const { text, model, path, stream, tool_result: tool, answers } = match
  return (
    (text === undefined || question.text?.toLowerCase().includes(text.toLowerCase()) === true) &&
    (model === undefined || model === question.model) &&
    (path === undefined || path === question.path) &&
    (stream === undefined || stream === question.stream) &&
    (tool === undefined || question.toolResults?.includes(tool) === true) &&
    (answers === undefined || answers === question.answers)
  )
}
