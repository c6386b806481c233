import { createInterface } from 'node:readline'
import { parseDatabase } from '../../config/database-address.js'
import { nearest } from '../../config/problem.js'
import { defined } from '../../json/object.js'
import { UsageError } from '../usage-error.js'

/** What a first configuration is made from. */
export interface Answers {
  /** Names of providers that can be discovered, and of local servers that were found. */
  readonly providers: readonly string[]
  readonly port: number
  /** As in the file. */
  readonly database: string
  readonly publicUrl?: string
}

interface Question<Answer> {
  readonly text: string
  readonly usual: string
  /** Throws a {@link UsageError} where the text is no answer. */
  readonly read: (text: string) => Answer
}

/** Asks on standard error and reads lines of standard input. Where that has ended, the usual answers count. */
export async function ask(found: readonly string[], offered: readonly string[]): Promise<Answers> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })[Symbol.asyncIterator]()
  const answer = async <Answer>({ text, usual, read }: Question<Answer>): Promise<Answer> => {
    for (;;) {
      process.stderr.write(`${text} [${usual === '' ? 'none' : usual}]: `)
      const line = await lines.next()
      const given = line.done === true ? '' : line.value.trim()
      try {
        return read(given === '' ? usual : given)
      } catch (error) {
        if (!(error instanceof UsageError) || line.done === true || !process.stdin.isTTY) throw error
        process.stderr.write(`  ${error.message}${error.fix === undefined ? '' : `; ${error.fix}`}\n`)
      }
    }
  }
  const [providers, port, database, publicUrl] = [
    await answer(providersQuestion(found, offered)),
    await answer({ text: 'Port', usual: String(usualAnswers.port), read: portOf }),
    await answer({ text: 'Database: a file, memory, or postgres://…', usual: 'file', read: databaseOf }),
    await answer({ text: 'The address that clients use, where it is another one', usual: '', read: addressOf }),
  ]
  await lines.return?.()
  return defined({ providers, port, database, publicUrl })
}

export const usualAnswers = { port: 8787, database: 'file:./anywire-data/anywire.db' } as const

function providersQuestion(found: readonly string[], offered: readonly string[]): Question<readonly string[]> {
  const others = offered.filter((name) => !found.includes(name))
  return {
    text: `Providers, with commas${found.length === 0 ? '' : `; found here: ${found.join(', ')}`}; there are also ${others.join(', ')}\n`,
    usual: found.join(', '),
    read: (text) => providersOf(text, [...found, ...others]),
  }
}

export function providersOf(text: string, known: readonly string[]): readonly string[] {
  const names = text === 'none' ? [] : text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim().toLowerCase()]))
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return [...new Set(names)]
  const meant = nearest(unknown, known)
  throw new UsageError(`there is no provider ${JSON.stringify(unknown)}`, meant === undefined ? undefined : `did you mean ${meant}?`)
}

export function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) throw new UsageError('a port is a number from 0 to 65535')
  return Number(text)
}

/** `file` stands for the usual one. */
export function databaseOf(text: string): string {
  if (text === 'file') return usualAnswers.database
  if (parseDatabase(text, '/') === undefined) throw new UsageError('a database is file, file:PATH, memory or postgres://…')
  return text
}

export function addressOf(text: string): string | undefined {
  if (text === '' || text === 'none') return undefined
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new UsageError('an address begins with http:// or https://')
  return text.replace(/\/+$/, '')
}
