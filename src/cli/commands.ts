import type { CommandTable } from './command-table.js'
import type { OptionName } from './options.js'

const gateway: readonly OptionName[] = ['url', 'token']
const rows: readonly OptionName[] = [...gateway, 'csv']

/** Every command by its words, in the order of the help. */
export const commands: CommandTable = {
  init: {
    summary: 'write a configuration to begin with',
    options: ['yes', 'force'],
    example: 'anywire init --yes',
    load: async () => (await import('./init/init.js')).init,
  },
  start: {
    summary: 'serve in the foreground',
    options: ['port'],
    example: 'anywire start --port 8787',
    load: async () => (await import('./start.js')).start,
  },
  check: {
    summary: 'check the configuration; with --live ask its providers, too',
    options: ['live', 'port'],
    example: 'anywire check --live',
    load: async () => (await import('./check/check.js')).check,
  },
  doctor: {
    summary: 'look for what could keep the gateway from working here',
    example: 'anywire doctor',
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
  discover: {
    summary: 'show the providers that a start without a file would use',
    options: ['port'],
    example: 'anywire discover',
    load: async () => (await import('./discover.js')).discover,
  },
  'config show': {
    summary: 'show the configuration that counts, and where each value is from; secrets are masked',
    example: 'anywire config show',
    load: async () => (await import('./show-configuration.js')).showConfiguration,
  },
  'token create': {
    summary: 'make a token; its key alone goes to standard output',
    words: ['NAME'],
    options: [
      ...gateway,
      ...(['expires', 'models', 'styles', 'scopes', 'budget', 'monthly-budget', 'rpm', 'tpm', 'user', 'team'] as const),
    ],
    example: 'TOKEN=$(anywire token create ci --expires 30d --budget 20)',
    load: async () => (await import('./platform/token.js')).create,
  },
  'token list': {
    summary: 'show the tokens',
    options: rows,
    example: 'anywire token list',
    load: async () => (await import('./platform/token.js')).list,
  },
  'token rotate': {
    summary: 'give a token another key',
    words: ['NAME'],
    options: [...gateway, 'grace'],
    example: 'TOKEN=$(anywire token rotate ci --grace 1h)',
    load: async () => (await import('./platform/token.js')).rotate,
  },
  'token revoke': {
    summary: 'end a token',
    words: ['NAME'],
    options: gateway,
    example: 'anywire token revoke ci',
    load: async () => (await import('./platform/token.js')).revoke,
  },
  'user create': {
    summary: 'make a user, who may own tokens and have a budget',
    words: ['NAME'],
    options: [...gateway, 'team', 'email', 'role', 'budget', 'monthly-budget'],
    example: 'anywire user create ada --team research --monthly-budget 50',
    load: async () => (await import('./platform/people.js')).createUser,
  },
  'user list': {
    summary: 'show the users',
    options: rows,
    example: 'anywire user list',
    load: async () => (await import('./platform/people.js')).listUsers,
  },
  'user top-up': {
    summary: 'add to what a user may spend in all',
    words: ['NAME', 'USD'],
    options: gateway,
    example: 'anywire user top-up ada 10',
    load: async () => (await import('./platform/people.js')).topUpUser,
  },
  'user delete': {
    summary: 'delete a user who owns no token',
    words: ['NAME'],
    options: gateway,
    example: 'anywire user delete ada',
    load: async () => (await import('./platform/people.js')).deleteUser,
  },
  'team create': {
    summary: 'make a team, which may have a budget',
    words: ['NAME'],
    options: [...gateway, 'budget', 'monthly-budget'],
    example: 'anywire team create research --monthly-budget 500',
    load: async () => (await import('./platform/people.js')).createTeam,
  },
  'team list': {
    summary: 'show the teams',
    options: rows,
    example: 'anywire team list',
    load: async () => (await import('./platform/people.js')).listTeams,
  },
  'team top-up': {
    summary: 'add to what a team may spend in all',
    words: ['NAME', 'USD'],
    options: gateway,
    example: 'anywire team top-up research 100',
    load: async () => (await import('./platform/people.js')).topUpTeam,
  },
  'team delete': {
    summary: 'delete a team without users and tokens',
    words: ['NAME'],
    options: gateway,
    example: 'anywire team delete research',
    load: async () => (await import('./platform/people.js')).deleteTeam,
  },
  usage: {
    summary: 'show requests, tokens and cost',
    options: [...rows, 'since', 'by'],
    example: 'anywire usage --since 7d --by model,token',
    load: async () => (await import('./platform/usage.js')).usage,
  },
  requests: {
    summary: 'show the newest requests',
    options: [...rows, 'failed', 'follow'],
    example: 'anywire requests --failed --follow',
    load: async () => (await import('./platform/requests.js')).requests,
  },
  models: {
    summary: 'show the models that a token may use',
    options: rows,
    example: 'anywire models',
    load: async () => (await import('./platform/models.js')).models,
  },
  try: {
    summary: 'send one request through the running gateway',
    words: ['MODEL', 'TEXT'],
    options: [...gateway, 'style'],
    example: 'anywire try fast "Say hello." --style messages',
    load: async () => (await import('./platform/try.js')).tryModel,
  },
  snippet: {
    summary: 'print a request as code',
    words: ['MODEL', '[TEXT]'],
    options: ['style', 'lang', 'stream', 'url'],
    example: 'anywire snippet fast --style responses --lang python',
    load: async () => (await import('./snippet.js')).printSnippet,
  },
  reconcile: {
    summary: "hold a provider's export of usage or costs against the books",
    words: ['FILE'],
    options: ['provider'],
    example: 'anywire reconcile usage.csv --provider openai',
    load: async () => (await import('./reconcile.js')).reconcile,
  },
  backup: {
    summary: 'write a copy of the SQLite database, also while it is in use',
    words: ['FILE'],
    example: 'anywire backup anywire-backup.db',
    load: async () => (await import('./backup.js')).backup,
  },
  mock: {
    summary: "answer from the contract's examples, without provider and key",
    options: ['port', 'style'],
    example: 'anywire mock --port 8788',
    load: async () => (await import('./mock.js')).mock,
  },
  'contract-test': {
    summary: 'hold a gateway or a provider against the contract',
    words: ['URL'],
    options: ['token', 'style', 'model'],
    example: 'anywire contract-test http://127.0.0.1:8787 --token sk-…',
    load: async () => (await import('./contract-test.js')).contractTest,
  },
  schema: {
    summary: 'print the JSON Schema of anywire.yaml',
    example: 'anywire schema > anywire.schema.json',
    load: async () => (await import('./schema.js')).schema,
  },
  providers: {
    summary: 'print which endpoint works with which kind of provider',
    example: 'anywire providers',
    load: async () => (await import('./providers.js')).providers,
  },
  completion: {
    summary: 'print what completes these commands in a shell',
    words: ['SHELL'],
    example: 'source <(anywire completion bash)',
    load: async () => (await import('./completion.js')).completionOf(commands),
  },
}
