import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseConfiguration } from '../config/document.js'
import { ConfigurationError, keyPath } from '../config/problem.js'
import { checkScript } from '../mock/script/check.js'
import { AnswerScript } from '../mock/script/script.js'
import { CommandError } from './command-error.js'

const mostBytes = 4 * 1024 * 1024

/** Reads a file of scripted answers. Throws an error of one line with the file's name and the line. */
export function readMockScript(path: string): AnswerScript {
  const text = readText(path)
  if (text.length > mostBytes) throw new CommandError(`${path} has more than ${mostBytes} characters`, 'write shorter answers')
  const document = parsed(text, basename(path))
  const checked = checkScript(document.content)
  if ('file' in checked) return new AnswerScript(checked.file)
  const { path: place, key, expected } = checked.problem
  throw new CommandError(
    `${document.place(place, key ? 'key' : 'value')}: ${keyPath(place)}: ${expected}`,
    'see docs/work-against-the-mock.md',
  )
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandError(`${path} cannot be read`, 'name a file of answers with --script', { cause: error })
  }
}

function parsed(text: string, name: string): ReturnType<typeof parseConfiguration> {
  try {
    return parseConfiguration(text, name)
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CommandError(error.message, 'mend the file', { cause: error })
    throw error
  }
}
