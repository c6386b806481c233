import type { ConfiguredProvider } from '../../config/index.js'
import type { Answers } from './answers.js'

/** A provider of a first configuration; `variable` is the one of its key. */
export interface FirstProvider {
  readonly provider: ConfiguredProvider
  /** The kind's own address needs not be written. */
  readonly usualAddress: boolean
  readonly variable?: string
}

export interface FirstConfiguration {
  readonly yaml: string
  /** The variables that it refers to, each with what it is. */
  readonly variables: readonly { readonly name: string; readonly text: string }[]
}

export const secretKeyVariable = 'ANYWIRE_SECRET_KEY'
export const adminKeyVariable = 'ANYWIRE_ADMIN_KEY'
export const databaseVariable = 'DATABASE_URL'

export function firstConfiguration(answers: Answers, providers: readonly FirstProvider[]): FirstConfiguration {
  const postgres = answers.database.startsWith('postgres')
  const variables = [
    { name: secretKeyVariable, text: 'at least 32 bytes: openssl rand -hex 32' },
    { name: adminKeyVariable, text: 'the key of the admin API' },
    ...(postgres ? [{ name: databaseVariable, text: 'the address of the database, with its password' }] : []),
    ...providers.flatMap(({ variable, provider }) =>
      variable === undefined ? [] : [{ name: variable, text: `the key of ${provider.name}` }],
    ),
  ]
  const yaml = `# yaml-language-server: $schema=./anywire.schema.json
# anywire check tries this file; anywire.schema.json has every key with its default.
# "\${NAME}" is taken from the environment, or from .env beside this file.

server:
  host: 127.0.0.1 # 0.0.0.0 lets other machines in
  port: ${answers.port}
${answers.publicUrl === undefined ? '  # public_url: "https://gateway.example" # where clients use another address' : `  public_url: ${JSON.stringify(answers.publicUrl)}`}

# Tokens, records and budgets: a file (SQLite), "postgres://…", or memory.
database: ${JSON.stringify(postgres ? `\${${databaseVariable}}` : answers.database)}

# Tokens are kept as hashes under it: under another key all of them are unknown.
secret_key: "\${${secretKeyVariable}}"

# Opens the admin API, which \`anywire token create\` uses.
admin:
  key: "\${${adminKeyVariable}}"

${providers.length === 0 ? withoutProviders : providersText(providers)}
# Names of your own for models, each with the targets to try in this order.
# models:
#   - name: fast
#     targets:
#       - { provider: ${providers[0]?.provider.name ?? 'openai'}, model: a-model-of-it }
#       - { provider: another, model: a-model-of-that }
`
  return { yaml, variables }
}

const withoutProviders = `# Without providers, those are used whose usual key variable is set (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY …),
# and the local servers that run on their usual port.
# providers:
#   - name: openai
#     kind: openai
#     api_key: "\${OPENAI_API_KEY}"
`

function providersText(providers: readonly FirstProvider[]): string {
  const entries = providers.map(({ provider, usualAddress, variable }) => {
    const { name, kind, base_url: address, chat_api: chatApi, passthrough } = provider
    const prefixes = passthrough?.prefixes ?? []
    return [
      `  - name: ${name}`,
      `    kind: ${kind}`,
      ...(usualAddress || address === undefined ? [] : [`    base_url: ${JSON.stringify(address)}`]),
      ...(variable === undefined ? [] : [`    api_key: "\${${variable}}"`]),
      ...(chatApi === undefined || chatApi === 'chat' ? [] : [`    chat_api: ${chatApi}`]),
      `    passthrough: ${prefixes.length === 0 ? 'true' : `{ prefixes: [${prefixes.map((prefix) => JSON.stringify(prefix)).join(', ')}] }`}`,
    ].join('\n')
  })
  return `# Where requests go. With passthrough clients may name any model of a provider: as NAME/model, or by a name with one of the prefixes.
providers:
${entries.join('\n')}
`
}
