import { defined, numberOf, objectOf } from '../../../../src/json/object.js'
import type { Usage } from '../conversation.js'
import type { Delta } from './delta.js'

/** Usage under a style's names; `cost` is the gateway's in every style. */
export function usageOf(value: unknown, input: string, output: string): readonly Delta[] {
  const usage = objectOf(value)
  if (usage === undefined) return []
  const members = defined<Usage>({ inputTokens: numberOf(usage[input]), outputTokens: numberOf(usage[output]), cost: costOf(usage.cost) })
  return Object.keys(members).length === 0 ? [] : [{ kind: 'usage', ...members }]
}

function costOf(value: unknown): number | undefined {
  return numberOf(typeof value === 'string' ? Number(value) : value)
}
