import { readFileSync } from 'node:fs'
import { CommandError } from './command-error.js'

/** The text of a file that a command is given; `-`: standard input. */
export function readInput(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read`, 'name a file, or - for standard input', { cause: error })
  }
}
