import type { LossLedger } from '../ledger.js'
import type { ToolResultPart } from '../part.js'
import type { Turn } from '../request.js'

/** Consecutive assistant turns with tool calls, and the results of these calls. */
interface Step {
  readonly turns: readonly Turn[]
  /** The index of the first turn. */
  readonly first: number
  /** In the client's order. */
  readonly results: ToolResultPart[]
  /** Whether other parts are between the tool calls and one of their results. */
  separated: boolean
}

/**
 * The turns with every tool result directly after its tool call, as most providers require: instructions and texts between them are moved
 * after the results. Consecutive assistant turns with tool calls become one turn. Returns the same list where nothing changes.
 */
export function resultsAfterCalls(turns: readonly Turn[], ledger: LossLedger): readonly Turn[] {
  if (!turns.some(hasCall)) return turns
  const steps = stepsOf(turns)
  if (steps.every((step) => !step.separated && !canJoin(step))) return turns
  const moved = new Set(steps.flatMap(({ separated, results }) => (separated ? results : [])))
  for (const { at } of moved) ledger.move(at, 'moved directly after its tool call')
  const ordered: Turn[] = []
  let next = 0
  const takeUpTo = (end: number): void => {
    for (const turn of turns.slice(next, end)) {
      const parts = moved.size === 0 ? turn.parts : turn.parts.filter((part) => part.type !== 'tool-result' || !moved.has(part))
      if (parts.length === turn.parts.length) ordered.push(turn)
      else if (parts.length > 0) ordered.push({ ...turn, parts })
    }
    next = end
  }
  for (const step of steps) {
    takeUpTo(step.first)
    for (const turn of canJoin(step) ? joined(step) : step.turns) ordered.push(turn)
    next = step.first + step.turns.length
    const [result] = step.results
    if (step.separated && result !== undefined) ordered.push({ role: 'user', parts: step.results, at: result.at })
  }
  takeUpTo(turns.length)
  return ordered
}

function hasCall({ parts }: Turn): boolean {
  return parts.some(({ type }) => type === 'tool-call')
}

function stepsOf(turns: readonly Turn[]): Step[] {
  const steps: Step[] = []
  // Some clients number their tool calls from one in every turn: a result belongs to the newest tool call with its id.
  const byCall = new Map<string, Step>()
  let lastStep: Step | undefined
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index]
    if (turn?.role === 'assistant') {
      const first = index
      while (turns[index + 1]?.role === 'assistant') index++
      const step: Step = { turns: turns.slice(first, index + 1), first, results: [], separated: false }
      const calls = step.turns.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])))
      for (const id of calls) byCall.set(id, step)
      if (calls.length > 0) steps.push(step)
      lastStep = step
      continue
    }
    for (const part of turn?.parts ?? []) {
      if (part.type !== 'tool-result') continue
      const step = byCall.get(part.callId)
      if (step === undefined) continue
      step.results.push(part)
      if (step !== lastStep) step.separated = true
    }
    if (turn?.role !== 'user' || turn.parts.some(({ type }) => type !== 'tool-result')) lastStep = undefined
  }
  return steps
}

function canJoin({ turns }: Step): boolean {
  return turns.length > 1 && turns.every(({ name }) => name === undefined)
}

function joined({ turns }: Step): Turn[] {
  const [first] = turns
  return first === undefined ? [] : [{ ...first, parts: turns.flatMap(({ parts }) => parts) }]
}
