import type { CommandTable } from './command-table.js'
import { platformCommands } from './platform/commands.js'

/** Every command by its words, in the order of the help. */
export const commands: CommandTable = {
  init: {
    summary: 'write a configuration to begin with',
    options: ['yes', 'force', 'admin-password-file', 'admin-name'],
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
  'import litellm': {
    summary: "write anywire.yaml from LiteLLM's proxy configuration, and say what has no counterpart",
    words: ['FILE'],
    options: ['output', 'force'],
    example: 'anywire import litellm config.yaml --output anywire.yaml',
    load: async () => (await import('./import/import.js')).importLiteLlm,
  },
  'import new-api': {
    summary: "write anywire.yaml from new-api's channels: its SQLite database, or the list as JSON",
    words: ['FILE'],
    options: ['output', 'force'],
    example: 'anywire import new-api one-api.db --output anywire.yaml',
    load: async () => (await import('./import/import.js')).importNewApi,
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
  ...platformCommands,
  snippet: {
    summary: 'print a request as code',
    words: ['MODEL', '[TEXT]'],
    options: ['style', 'lang', 'stream', 'url'],
    example: 'anywire snippet fast --style responses --lang python',
    load: async () => (await import('./snippet.js')).printSnippet,
  },
  convert: {
    summary: 'show what a request, a reply or a stream becomes in another style',
    words: ['FILE'],
    options: ['from', 'to', 'what', 'model', 'stream'],
    example: 'anywire convert request.json --from messages --to gemini',
    load: async () => (await import('./convert.js')).convertFile,
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
    summary: 'answer as the contract says, without provider and key',
    options: ['port', 'style', 'script'],
    values: { style: async () => (await import('./style-document.js')).mockStyles() },
    example: 'anywire mock --port 8788',
    load: async () => (await import('./mock.js')).mock,
  },
  'contract-test': {
    summary: 'hold a gateway or a provider against the contract',
    words: ['URL'],
    options: ['token', 'style', 'model', 'format', 'output'],
    values: { style: async () => (await import('../contract-test/groups.js')).groupNames },
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
