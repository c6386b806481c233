import type { CommandTable } from '../command-table.js'
import type { OptionName } from '../options.js'

const gateway: readonly OptionName[] = ['url', 'token']
const rows: readonly OptionName[] = [...gateway, 'csv']

const budgets = ['budget', 'monthly-budget'] as const
const userSettings: readonly OptionName[] = [...gateway, 'team', 'email', 'role', ...budgets]
const tokenSettings: readonly OptionName[] = [
  ...gateway,
  ...(['expires', 'models', 'styles', 'scopes', ...budgets, 'rpm', 'tpm', 'user', 'team'] as const),
]

/** The commands that manage a gateway, or ask it, in the order of the help. */
export const platformCommands: CommandTable = {
  'token create': {
    summary: 'make a token; its key alone goes to standard output',
    words: ['NAME'],
    options: tokenSettings,
    example: 'TOKEN=$(anywire token create ci --expires 30d --budget 20)',
    load: async () => (await import('./token.js')).create,
  },
  'token change': {
    summary: 'change the limits of a token; none takes one away',
    words: ['NAME'],
    options: tokenSettings,
    example: 'anywire token change ci --rpm 120 --budget none',
    load: async () => (await import('./token.js')).change,
  },
  'token list': {
    summary: 'show the tokens',
    options: rows,
    example: 'anywire token list',
    load: async () => (await import('./token.js')).list,
  },
  'token rotate': {
    summary: 'give a token another key',
    words: ['NAME'],
    options: [...gateway, 'grace'],
    example: 'TOKEN=$(anywire token rotate ci --grace 1h)',
    load: async () => (await import('./token.js')).rotate,
  },
  'token revoke': {
    summary: 'end a token',
    words: ['NAME'],
    options: gateway,
    example: 'anywire token revoke ci',
    load: async () => (await import('./token.js')).revoke,
  },
  'user create': {
    summary: 'make a user, who may own tokens and have a budget',
    words: ['NAME'],
    options: userSettings,
    example: 'anywire user create ada --team research --monthly-budget 50',
    load: async () => (await import('./people.js')).createUser,
  },
  'user change': {
    summary: 'change the team, role, address or budgets of a user; none takes one away',
    words: ['NAME'],
    options: userSettings,
    example: 'anywire user change ada --monthly-budget 80',
    load: async () => (await import('./people.js')).changeUser,
  },
  'user list': {
    summary: 'show the users',
    options: rows,
    example: 'anywire user list',
    load: async () => (await import('./people.js')).listUsers,
  },
  'user top-up': {
    summary: 'add to what a user may spend in all',
    words: ['NAME', 'USD'],
    options: gateway,
    example: 'anywire user top-up ada 10',
    load: async () => (await import('./people.js')).topUpUser,
  },
  'user disable': {
    summary: "end a user's sessions and stop its tokens, until it is enabled",
    words: ['NAME'],
    options: gateway,
    example: 'anywire user disable ada',
    load: async () => (await import('./people.js')).disableUser,
  },
  'user enable': {
    summary: 'let a user who was disabled sign in and use its tokens again',
    words: ['NAME'],
    options: gateway,
    example: 'anywire user enable ada',
    load: async () => (await import('./people.js')).enableUser,
  },
  'user delete': {
    summary: 'delete a user, and revoke its tokens',
    words: ['NAME'],
    options: gateway,
    example: 'anywire user delete ada',
    load: async () => (await import('./people.js')).deleteUser,
  },
  'team create': {
    summary: 'make a team, which may have a budget',
    words: ['NAME'],
    options: [...gateway, ...budgets],
    example: 'anywire team create research --monthly-budget 500',
    load: async () => (await import('./people.js')).createTeam,
  },
  'team change': {
    summary: 'change the budgets of a team; none takes one away',
    words: ['NAME'],
    options: [...gateway, ...budgets],
    example: 'anywire team change research --budget 1000',
    load: async () => (await import('./people.js')).changeTeam,
  },
  'team list': {
    summary: 'show the teams',
    options: rows,
    example: 'anywire team list',
    load: async () => (await import('./people.js')).listTeams,
  },
  'team top-up': {
    summary: 'add to what a team may spend in all',
    words: ['NAME', 'USD'],
    options: gateway,
    example: 'anywire team top-up research 100',
    load: async () => (await import('./people.js')).topUpTeam,
  },
  'team delete': {
    summary: 'delete a team without users and tokens',
    words: ['NAME'],
    options: gateway,
    example: 'anywire team delete research',
    load: async () => (await import('./people.js')).deleteTeam,
  },
  'provider list': {
    summary: 'show the providers of the gateway; of their keys the last characters',
    options: rows,
    example: 'anywire provider list',
    load: async () => (await import('./provider.js')).list,
  },
  'provider create': {
    summary: 'make a provider in the database',
    words: ['NAME'],
    options: [...gateway, 'kind', 'base-url', 'key-file', 'settings'],
    example: 'anywire provider create openai --kind openai --key-file openai.key',
    load: async () => (await import('./provider.js')).create,
  },
  'provider change': {
    summary: 'change a provider that was created in the database, such as its key',
    words: ['NAME'],
    options: [...gateway, 'base-url', 'key-file', 'settings'],
    example: 'anywire provider change openai --key-file new.key',
    load: async () => (await import('./provider.js')).change,
  },
  'provider delete': {
    summary: 'delete a provider that no model leads to',
    words: ['NAME'],
    options: gateway,
    example: 'anywire provider delete openai',
    load: async () => (await import('./provider.js')).remove,
  },
  'provider test': {
    summary: 'ask a provider through the gateway whether it answers',
    words: ['NAME'],
    options: gateway,
    example: 'anywire provider test openai',
    load: async () => (await import('./provider.js')).test,
  },
  'model list': {
    summary: 'show the models of the gateway, with their targets',
    options: rows,
    example: 'anywire model list',
    load: async () => (await import('./model.js')).list,
  },
  'model create': {
    summary: 'make a model in the database',
    words: ['NAME'],
    options: [...gateway, 'targets', 'aliases', 'input-price', 'output-price', 'settings'],
    example: 'anywire model create fast --targets openai/gpt-x,backup/gpt-x --input-price 2.5 --output-price 10',
    load: async () => (await import('./model.js')).create,
  },
  'model change': {
    summary: 'change a model that was created in the database, such as its price',
    words: ['NAME'],
    options: [...gateway, 'targets', 'aliases', 'input-price', 'output-price', 'settings'],
    example: 'anywire model change fast --output-price 8',
    load: async () => (await import('./model.js')).change,
  },
  'model delete': {
    summary: 'delete a model that was created in the database',
    words: ['NAME'],
    options: gateway,
    example: 'anywire model delete fast',
    load: async () => (await import('./model.js')).remove,
  },
  'audit list': {
    summary: 'show the newest changes, and whose they are',
    options: rows,
    example: 'anywire audit list',
    load: async () => (await import('./audit.js')).list,
  },
  'admin invite': {
    summary: "make the link that sets up the console's first account, or that of the user NAME",
    words: ['[NAME]'],
    options: [...gateway, 'role', 'email', 'team'],
    example: 'anywire admin invite ada --role admin',
    load: async () => (await import('./account.js')).invite,
  },
  'admin reset-password': {
    summary: 'make a link with which a user sets another password',
    words: ['NAME'],
    options: gateway,
    example: 'anywire admin reset-password ada',
    load: async () => (await import('./account.js')).resetPassword,
  },
  usage: {
    summary: 'show requests, tokens and cost',
    options: [...rows, 'since', 'by'],
    example: 'anywire usage --since 7d --by model,token',
    load: async () => (await import('./usage.js')).usage,
  },
  requests: {
    summary: 'show the newest requests',
    options: [...rows, 'failed', 'follow'],
    example: 'anywire requests --failed --follow',
    load: async () => (await import('./requests.js')).requests,
  },
  models: {
    summary: 'show the models that a token may use',
    options: rows,
    example: 'anywire models',
    load: async () => (await import('./models.js')).models,
  },
  try: {
    summary: 'send one request through the running gateway',
    words: ['MODEL', 'TEXT'],
    options: [...gateway, 'style'],
    example: 'anywire try fast "Say hello." --style messages',
    load: async () => (await import('./try.js')).tryModel,
  },
}
