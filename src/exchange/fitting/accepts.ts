import type { AnswerSchemaRules } from './answer-schema.js'
import type { ToolNameRule } from './tool-names.js'
import type { ToolSchemaRules } from './tool-schema.js'

/** What the providers of a dialect accept of what the dialect allows. Requests are fitted to it; replies are changed back. */
export interface Accepts {
  readonly toolNames: ToolNameRule
  readonly toolSchemas: ToolSchemaRules
  /** Absent: any schema is taken. */
  readonly answerSchemas?: AnswerSchemaRules
  /** Whether the model takes a format of the answer beside tools. Absent: all do. */
  readonly formatBesideTools?: (model: string) => boolean
  /** The longest id of an end user, in characters. Absent: no limit is known. */
  readonly userIdLength?: number
}
