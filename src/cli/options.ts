import { chatDialects } from '../exchange/dialect-name.js'

/** An option of the command line. */
interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  /** What stands for its value in the help. */
  readonly value?: string
  readonly text: string
}

/** All options of all commands; `commands.ts` says which command takes which. */
export const options = {
  config: { type: 'string', short: 'c', value: 'FILE', text: 'the configuration file' },
  json: { type: 'boolean', text: 'one JSON document on standard output' },
  quiet: { type: 'boolean', short: 'q', text: 'nothing on standard error but errors' },
  'no-color': { type: 'boolean', text: 'no colours (NO_COLOR does the same)' },
  help: { type: 'boolean', short: 'h', text: 'this help' },
  version: { type: 'boolean', short: 'v', text: 'the version' },
  'check-config': { type: 'boolean', text: 'the same as `anywire check`' },
  port: { type: 'string', short: 'p', value: 'N', text: 'the port to listen on' },
  url: { type: 'string', value: 'ADDRESS', text: "a gateway's address; the configuration's where it is left out" },
  token: { type: 'string', value: 'KEY', text: 'the key to use in place of the configured one' },
  style: { type: 'string', value: 'STYLE', text: chatDialects.join(', ') },
  lang: { type: 'string', value: 'LANGUAGE', text: 'curl, python or node' },
  model: { type: 'string', value: 'NAME', text: 'the model to ask' },
  from: { type: 'string', value: 'STYLE', text: 'the style that the file has' },
  to: { type: 'string', value: 'STYLE', text: 'the style to convert it to; for a request also a kind of provider' },
  what: { type: 'string', value: 'WHAT', text: 'request, reply or stream' },
  provider: { type: 'string', value: 'NAME', text: 'a provider of the configuration' },
  kind: { type: 'string', value: 'KIND', text: 'what the provider is: openai, anthropic, gemini, openai-compatible …' },
  'base-url': { type: 'string', value: 'ADDRESS', text: 'where the provider is, if not at the usual address of its kind' },
  'key-file': { type: 'string', value: 'FILE', text: "the provider's key is in this file; - for standard input" },
  settings: { type: 'string', value: 'FILE', text: 'more members as in an entry of anywire.yaml; - for standard input' },
  targets: { type: 'string', value: 'A/X,B/Y', text: 'providers and their models, in failover order' },
  aliases: { type: 'string', value: 'A,B', text: 'other names of the model' },
  'input-price': { type: 'string', value: 'USD', text: 'for a million tokens of input' },
  'output-price': { type: 'string', value: 'USD', text: 'for a million tokens of output' },
  csv: { type: 'boolean', text: 'rows with commas in place of a table' },
  expires: { type: 'string', value: 'TIME', text: 'from now (30d, 12h) or a date' },
  models: { type: 'string', value: 'A,B', text: 'the models that the token may use; * stands for any characters' },
  styles: { type: 'string', value: 'A,B', text: 'the styles and endpoints that the token may use' },
  scopes: { type: 'string', value: 'A,B', text: 'inference, read, admin' },
  budget: { type: 'string', value: 'USD', text: 'what may be spent in all' },
  'monthly-budget': { type: 'string', value: 'USD', text: 'what may be spent in a month' },
  rpm: { type: 'string', value: 'N', text: 'requests per minute' },
  tpm: { type: 'string', value: 'N', text: 'tokens per minute' },
  user: { type: 'string', value: 'NAME', text: 'whose token it is' },
  team: { type: 'string', value: 'NAME', text: 'the team it belongs to' },
  email: { type: 'string', value: 'ADDRESS', text: "the user's address" },
  role: { type: 'string', value: 'ROLE', text: 'owner, admin or member' },
  grace: { type: 'string', value: 'TIME', text: 'how long the key before goes on working' },
  since: { type: 'string', value: 'TIME', text: 'how far back; 7d where it is left out' },
  by: { type: 'string', value: 'A,B', text: 'by what to add up: model, token, provider, style, owner, team …' },
  failed: { type: 'boolean', text: 'only requests that failed' },
  follow: { type: 'boolean', short: 'f', text: 'go on with those that come' },
  live: { type: 'boolean', text: 'ask every provider, too' },
  stream: { type: 'boolean', text: 'a request for a stream' },
  yes: { type: 'boolean', short: 'y', text: 'ask nothing: take what is found' },
  force: { type: 'boolean', text: 'overwrite files that exist' },
  'admin-name': { type: 'string', value: 'NAME', text: 'the first account of the console; admin where it is left out' },
  'admin-password-file': { type: 'string', value: 'FILE', text: 'makes the first account, with the password in this file' },
  format: { type: 'string', value: 'FORMAT', text: 'text, json or junit' },
  script: { type: 'string', value: 'FILE', text: 'answers of the mock by the requests that get them' },
  output: { type: 'string', short: 'o', value: 'FILE', text: 'the file to write' },
} as const satisfies Readonly<Record<string, Option>>

export type OptionName = keyof typeof options

/** Every command takes these. */
export const everywhere = ['config', 'json', 'quiet', 'no-color', 'help'] as const satisfies readonly OptionName[]

export function isOption(name: string): name is OptionName {
  return Object.hasOwn(options, name)
}

/** `--port N`, `--json`. */
export function written(name: OptionName): string {
  const option: Option = options[name]
  return option.value === undefined ? `--${name}` : `--${name} ${option.value}`
}

/** The option's line in a help text, without its margin. */
export function described(name: OptionName): readonly [string, string] {
  const option: Option = options[name]
  return [`${option.short === undefined ? '' : `-${option.short}, `}${written(name)}`, option.text]
}
