import { modelTable, remembering } from '../model-families.js'

/** The generation in a model's name (`gemini-2.5-flash` → 2.5); `undefined` for other names. */
export function modelGeneration(model: string): number | undefined {
  const found = /gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1]
  return found === undefined ? undefined : Number(found)
}

export function isProModel(model: string): boolean {
  return /gemini-[\d.]+-pro/.test(model)
}

export type ThinkingLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH'

/** What a Gemini model accepts. */
export interface GeminiModel {
  /** Which of `thinkingBudget` and `thinkingLevel` it accepts. */
  readonly thinking: 'none' | 'budget' | 'either' | 'level'
  readonly levels: readonly ThinkingLevel[]
  /** Presence and frequency penalties. */
  readonly penalties: boolean
  readonly maxOutputTokens: number
  /** Whether a request with functions may ask for JSON. If not: "Function calling with a response mime type: 'application/json' is unsupported". */
  readonly formatBesideTools: boolean
}

const levelled: GeminiModel = {
  thinking: 'level',
  levels: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'],
  penalties: false,
  maxOutputTokens: 65_536,
  formatBesideTools: true,
}

/**
 * Sources, read in November 2026: the pages of the models (output limits), the guides to thinking (levels, budgets)
 * and to Gemini 3.5 (budgets are refused), an answer in Google's forum (penalties).
 */
const modelOf = modelTable<GeminiModel>([
  { from: 3.7, names: /flash(?!-lite)/, like: levelled, levels: ['LOW', 'MEDIUM', 'HIGH'] },
  { from: 3.5, names: /-pro/, like: levelled, levels: ['LOW', 'MEDIUM', 'HIGH'] },
  { from: 3.5, like: levelled },
  { from: 3.1, names: /-pro/, like: levelled, thinking: 'either', levels: ['LOW', 'MEDIUM', 'HIGH'] },
  { from: 3, names: /-pro/, like: levelled, thinking: 'either', levels: ['LOW', 'HIGH'] },
  { from: 3, like: levelled, thinking: 'either' },
  { from: 2.5, like: levelled, thinking: 'budget', formatBesideTools: false },
  { from: 0, like: levelled, thinking: 'none', penalties: true, maxOutputTokens: 8192, formatBesideTools: false },
])

/** `undefined` for unknown models and for those that make images or audio: their requests are not changed. */
export const geminiModel = remembering((name): GeminiModel | undefined => {
  const generation = modelGeneration(name)
  if (generation === undefined || /image|tts|audio|live|thinking-exp/.test(name)) return undefined
  return modelOf(name, generation)
})
