// The validator uses a rewritten copy of the documents, which must accept and refuse the same values as the documents themselves.
import { isObject } from '../../src/json/object.js'
import { createAjv } from '../../src/contract/schema/index.js'
import { documentOf, examplesOf, operationsOf, resolved, schemasOf, type DocumentName } from './documents.js'
import { variants } from './variants.js'

const names: DocumentName[] = ['chat-completions', 'messages', 'responses', 'generate-content', 'cohere-chat', 'media']

test.each(names)('%s', (name) => {
  const document = documentOf(name)
  const written = createAjv({ discriminator: false })
  written.addSchema(document, 'written')
  let compared = 0
  for (const { operation } of operationsOf(document))
    for (const content of bodiesOf(name, operation)) {
      const reference = resolvedReference(content)
      if (reference === undefined) continue
      const asWritten = written.compile({ $ref: `written${reference}` })
      const rewritten = schemasOf(name).at(reference)
      for (const example of examplesOf(document, content))
        for (const value of variants(example.value)) {
          compared += 1
          const verdicts = [asWritten(value), rewritten(value) === undefined]
          if (verdicts[0] !== verdicts[1]) expect({ reference, value, verdicts }).toBe('the same verdict')
        }
    }
  expect(compared).toBeGreaterThan(500)
})

/** The JSON bodies of an operation's request and replies. */
function bodiesOf(name: DocumentName, operation: Readonly<Record<string, unknown>>): unknown[] {
  const document = documentOf(name)
  return [operation['requestBody'], ...Object.values(resolved(document, operation['responses']))].flatMap((body) => {
    const content = resolved(document, resolved(document, body)['content'])['application/json']
    return content === undefined ? [] : [content]
  })
}

function resolvedReference(content: unknown): string | undefined {
  const { schema } = isObject(content) ? content : {}
  const reference = isObject(schema) ? schema['$ref'] : undefined
  return typeof reference === 'string' ? reference : undefined
}
