import { pathToFileURL } from 'node:url'

const rules = pathToFileURL('scripts/lint/import-rules.mjs').href
const { refusal } = (await import(rules)) as { refusal: (importer: string, imported: string) => string | undefined }

describe('what may be imported', () => {
  test.each([
    ['operations/create-message.ts', 'relay/conversation.js'],
    ['relay/conversation.ts', 'dialects/registry.js'],
    ['relay/conversation.ts', 'exchange/reply.js'],
    ['dialects/messages/error.ts', 'exchange/error.js'],
    ['dialects/messages/error.ts', 'dialects/messages/json.js'],
    ['dialects/messages/error.ts', 'dialects/openai-error.js'],
    ['dialects/messages/error.ts', '../generated/messages/model/index.js'],
    ['dialects/registry.ts', 'dialects/messages/index.js'],
    ['providers/kinds.ts', 'providers/openai/index.js'],
    ['media/audio/speech.ts', 'media/multipart/upload.js'],
    ['cli/start.ts', 'server/start.js'],
    ['cli/start.ts', 'operations/index.js'],
    ['exchange/ledger.ts', 'json/pointer.js'],
    ['config/substitute.ts', 'json/pointer.js'],
    ['main.ts', 'cli/run.js'],
  ])('%s uses %s', (importer, imported) => {
    expect(refusal(importer, imported)).toBeUndefined()
  })
})

describe('what may not', () => {
  test.each([
    ['dialects/messages/error.ts', 'dialects/responses/error.js', 'dialects/messages does not know dialects/responses'],
    [
      'dialects/messages/error.ts',
      'dialects/registry.js',
      'dialects/registry.js lists the folders of dialects; a folder of it cannot use it',
    ],
    ['dialects/messages/error.ts', 'relay/conversation.js', 'dialects may use only exchange, not relay'],
    ['json/object.ts', 'exchange/located.js', 'json may use no other room, not exchange'],
    ['exchange/reply.ts', 'dialects/dialect.js', 'exchange may use no other room, not dialects'],
    ['providers/cohere/index.ts', 'providers/openai/index.js', 'providers/cohere does not know providers/openai'],
    ['relay/conversation.ts', 'operations/index.js', 'relay does not know operations'],
    ['relay/conversation.ts', 'server/context.js', 'relay does not know server'],
    ['server/app.ts', 'cli/run.js', 'server does not know cli'],
    ['relay/conversation.ts', 'main.js', 'nothing imports the executable'],
    ['relay/conversation.ts', '../scripts/build.mjs', 'src/ uses its own rooms and generated/ only'],
  ])('%s does not use %s', (importer, imported, reason) => {
    expect(refusal(importer, imported)).toBe(reason)
  })
})
