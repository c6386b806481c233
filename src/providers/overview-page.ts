import { dialectTitles } from '../exchange/dialect-name.js'
import { abilitiesOf, tasks, type Ability } from './overview.js'
import type { Service, ProviderKind } from './provider.js'

const columns: Readonly<Record<Service, string>> = {
  completions: 'completions',
  embeddings: 'embeddings',
  'image-generations': 'images',
  'image-edits': 'image edits',
  transcriptions: 'transcriptions',
  translations: 'translations',
  speech: 'speech',
  rerank: 'rerank',
  moderations: 'moderations',
  realtime: 'realtime',
}

const head = `# Providers

Which endpoint works with which kind of provider. Generated from the data by which requests are routed (\`anywire providers > docs/providers.md\`; a test checks that it is current).

## Chat

Every kind with a style here answers all of \`/v1/chat/completions\`, \`/v1/messages\`, \`/v1/responses\` and \`:generateContent\`. Requests in a style of the provider are relayed unchanged; all others are
translated. Where a kind has chat completions and responses, \`chat_api\` tells which of them the address has. Responses are stored by a provider of that style, else by the gateway. Tokens are counted by the
provider where it has an endpoint for that, else [estimated](token-counting.md).
`

const media = `## Other endpoints

● in OpenAI's format (rerank: in Cohere's, Jina's or Voyage's), relayed · ○ translated · – a 400 that names providers with the task. Gemini's \`:embedContent\` and \`:batchEmbedContents\` work where embeddings do.
`

const kindsHead = `## Kinds in anywire.yaml
`

/** docs/providers.md */
export function overviewPage(kinds: readonly ProviderKind[]): string {
  const abilities = kinds.flatMap(abilitiesOf)
  return [head, table(chatRows(abilities)), media, table(mediaRows(abilities)), kindsHead, table(kindRows(kinds))].join('\n')
}

function chatRows(abilities: readonly Ability[]): string[][] {
  const rows = abilities
    .filter(({ dialects }) => dialects.length > 0)
    .map(({ name, dialects, counting }) => [
      name,
      dialects.map((dialect) => dialectTitles[dialect]).join(', '),
      counting === 'provider' ? 'by the provider' : 'estimated',
    ])
  return [['kind', 'speaks', 'tokens counted'], ...rows]
}

function mediaRows(abilities: readonly Ability[]): string[][] {
  const marks = { own: '●', translated: '○' } as const
  const rows = abilities.map(({ name, endpoints }) => [
    name,
    ...tasks.map((task) => {
      const ability = endpoints[task]
      return ability === undefined ? '–' : marks[ability]
    }),
  ])
  return [['kind', ...tasks.map((task) => columns[task])], ...rows]
}

function kindRows(kinds: readonly ProviderKind[]): string[][] {
  const rows = kinds.map(({ kind, defaultBaseUrl, keyVariables, configuration }) => [
    `\`${kind}\``,
    defaultBaseUrl ?? (configuration.address === 'made' ? 'from its settings' : configuration.address === 'none' ? 'none' : 'required'),
    keyVariables.map((name) => `\`${name}\``).join(', ') || '–',
    [
      configuration.description,
      ...Object.keys(configuration.settings ?? {}).map((name, index) => `${index === 0 ? 'Settings: ' : ''}\`${name}\``),
    ]
      .join(' ')
      .replaceAll('` `', '`, `'),
  ])
  return [['kind', 'default base_url', 'discovered by', 'description'], ...rows]
}

/** Markdown with aligned columns, as the formatter writes it. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const padded = rows.map((row) =>
    line(widths.map((width, column) => (row[column] ?? '') + ' '.repeat(width - (row[column] ?? '').length))),
  )
  const [first = '', ...others] = padded
  return [first, line(widths.map((width) => '-'.repeat(width))), ...others, ''].join('\n')
}
