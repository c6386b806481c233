// Runs the steps of a tool: commands, copies, a new Go module. Each gives what went wrong, or undefined.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { folder } from './tools.mjs'

const minutes = 60_000
const jarVersion = JSON.parse(readFileSync(join(root, 'openapitools.json'), 'utf8'))['generator-cli'].version
export const jar = join(root, '.jar', `${jarVersion}.jar`)

export function firstProblem(steps) {
  for (const step of steps) {
    const problem = perform(step)
    if (problem !== undefined) return problem
  }
  return undefined
}

function perform(step) {
  if (step.copy) {
    mkdirSync(dirname(step.copy[1]), { recursive: true })
    cpSync(...step.copy)
    return undefined
  }
  if (step.module) {
    mkdirSync(step.module, { recursive: true })
    writeFileSync(join(step.module, 'go.mod'), 'module example.com/anywire\n\ngo 1.24\n')
    return undefined
  }
  return run(step.jar ? { words: ['java', '-jar', jar, ...step.jar] } : step)
}

export function run({ words: [command, ...rest], folder: place = join(folder, 'made'), variables = {} }) {
  const { status, stdout, stderr, error } = spawnSync(command, rest, {
    cwd: existsSync(place) ? place : root,
    encoding: 'utf8',
    timeout: 15 * minutes,
    maxBuffer: 1 << 28,
    env: { ...process.env, ...variables },
  })
  if (status === 0) return undefined
  return `${command} ${rest.slice(0, 3).join(' ')} …\n${error?.message ?? ''}${`${stdout}${stderr}`.slice(-3000)}`
}
