import type { AnswerSchemaRules } from './answer-schema.js'
import type { ToolNameRule } from './tool-names.js'
import type { ToolSchemaRules } from './tool-schema.js'

/** Limits of a dialect's providers that the dialect itself does not have. Requests are changed to respect them; replies are changed back. */
export interface Accepts {
  readonly toolNames: ToolNameRule
  readonly toolSchemas: ToolSchemaRules
  /** Absent: any schema is accepted. */
  readonly answerSchemas?: AnswerSchemaRules
  /** Whether the model accepts an output format together with tools. Absent: all do. */
  readonly formatBesideTools?: (model: string) => boolean
  /** Maximum length of an end user's id, in UTF-16 units. Absent: no known limit. */
  readonly userIdLength?: number
}
