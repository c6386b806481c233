import type { ToolNameRule } from './tool-names.js'

/** What the providers of a style refuse although the style could say it. Requests are made to fit, and replies tell it as the client knows it. */
export interface Accepts {
  readonly toolNames: ToolNameRule
}
