import { startMock } from '../mock/server.js'
import { Documents } from './documents.js'
import { defined } from '../json/object.js'
import type { Command } from './command.js'
import { publishedFiles } from './mock-files.js'
import { readMockScript } from './mock-script.js'
import { styleDocument } from './style-document.js'
import { UsageError } from './usage-error.js'

const usualPort = 8788

/** Answers as the contract says until a signal. */
export const mock: Command = async (options) => {
  const { port: wanted = String(usualPort), style, script } = options
  const port = Number(wanted)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new UsageError(`--port takes a number from 0 to 65535, not ${JSON.stringify(wanted)}`)
  const answers = script === undefined ? undefined : readMockScript(script)
  // Prism uses deprecated modules of Node, which would print warnings.
  process.noDeprecation = true
  const documents = new Documents()
  const files = publishedFiles(documents)
  const running = await startMock(defined({ document: styleDocument(documents, style), host: '127.0.0.1', port, answers, files }))
  process.stdout.write(`The mock of ${style ?? 'all styles'} listens on ${running.address}; any token will do.\n`)
  const stop = (): void => {
    void running.stop().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  return undefined
}
