import { styleText } from 'node:util'
import type { Command } from '../command.js'
import { alignedText } from '../platform/table.js'
import type { Finding } from './finding.js'
import { findings } from './findings.js'

const colours = { ok: 'green', warn: 'yellow', fail: 'red' } as const

/** Looks for what could keep the gateway from working here. Exit code 1: something does. */
export const doctor: Command = async (options) => {
  const found = await findings(options)
  const failed = found.some(({ state }) => state === 'fail')
  if (options.json) process.stdout.write(`${JSON.stringify({ good: !failed, findings: found })}\n`)
  else for (const line of linesOf(found)) process.stdout.write(`${line}\n`)
  return failed ? 1 : 0
}

function linesOf(found: readonly Finding[]): readonly string[] {
  const [, ...rows] = alignedText({ columns: ['', '', ''], rows: found.map(({ state, about, what }) => [state, about, what]) }).split('\n')
  return found.flatMap(({ state, fix }, index) => {
    const line = (rows[index] ?? '').replace(/^\w+/, (word) => styleText(colours[state], word, { stream: process.stdout }))
    return fix === undefined ? [line] : [line, `      Fix: ${fix}`]
  })
}
