import { createHash } from 'node:crypto'
import type { Tool } from './request.js'

/** OpenAI's rule for the names of tools. */
const accepted = /^[a-zA-Z0-9_-]{1,64}$/
const longest = 64

/**
 * A tool's name in a form that OpenAI's styles accept: unchanged where it fits, otherwise its readable beginning and a digest of
 * the whole, so that equal names stay equal and different ones different, in every turn. {@link restoreToolName} undoes it.
 */
export function fitToolName(name: string): string {
  if (accepted.test(name)) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 10)
  return `${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest - digest.length - 1)}_${digest}`
}

/** The declared name behind one that {@link fitToolName} made; any other name as it is. */
export function restoreToolName(name: string, tools: readonly Tool[]): string {
  for (const tool of tools) {
    if (tool.type === 'provider' || tool.name === name) continue
    if (!accepted.test(tool.name) && fitToolName(tool.name) === name) return tool.name
  }
  return name
}
