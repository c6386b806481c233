import { append } from '../exchange/append.js'
import { listedAddresses } from '../exchange/client-family.js'
import type { Configuration } from '../config/index.js'
import { exampleModel, exampleRequests } from './example-requests.js'
import { version } from './version.js'

export interface Announced {
  readonly configuration: Configuration
  /** `http://127.0.0.1:8787` */
  readonly address: string
  readonly findings: readonly string[]
  /** Only at the very first start. */
  readonly firstToken?: string
  /** Only while no account of the console has a password. */
  readonly setUpLink?: string
}

/** The message of a start for people: addresses, token, one command for each style. */
export function announcement({ configuration, address, findings, firstToken, setUpLink }: Announced): string {
  const lines = [`anywire ${version} is listening on ${address}`, '', 'Base address, by client']
  const nameWidth = Math.max(...listedAddresses.map(({ name }) => name.length))
  const width = Math.max(...listedAddresses.map(({ path }) => address.length + path.length))
  for (const { name, path, clients } of listedAddresses) {
    lines.push(`  ${name.padEnd(nameWidth)}  ${`${address}${path}`.padEnd(width)}  ${clients}`)
  }

  lines.push('', 'Providers')
  const names = findings.length > 0 ? findings : configuration.providers.map(({ name, kind }) => `${name}: ${kind}`)
  append(
    lines,
    (names.length > 0 ? names : ['none']).map((name) => `  ${name}`),
  )
  if (configuration.providers.length === 0) {
    lines.push('  Set a key (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY …), start a local server, or write an anywire.yaml.')
  }

  if (configuration.warnings.length > 0) lines.push('', 'Warnings')
  for (const warning of configuration.warnings) lines.push(`  ${warning}`)

  lines.push(
    '',
    firstToken === undefined
      ? 'Token: the one that the first start showed, or one of the configuration'
      : 'Your first token, shown this once; only its hash is kept',
  )
  lines.push(`  export ANYWIRE_TOKEN=${firstToken ?? 'sk-aw-…'}`)
  if (setUpLink !== undefined) lines.push('', `Set up the console: ${setUpLink}`)

  const model = exampleModel(configuration.models)
  if (model !== undefined) {
    lines.push('', 'Try it')
    for (const { style, command } of exampleRequests(address, model)) lines.push(`  # ${style}`, `  ${command}`)
  }
  return `${lines.join('\n')}\n\n`
}
