// The OpenAPI 3.2 edition of a document of the validation profile: streams have the schema of their events (`itemSchema`), where OpenAPI 3.1
// has only that of one text. All else is the same in both versions.
const eventStream = 'text/event-stream'

/** `document`: a bundled document. It is not changed. */
export function openApi32(document) {
  return { ...withItemSchemas(document), openapi: '3.2.0' }
}

function withItemSchemas(value) {
  if (Array.isArray(value)) return value.map(withItemSchemas)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === eventStream && member.schema?.contentSchema !== undefined ? eventsOf(member) : withItemSchemas(member),
    ]),
  )
}

/** The content of a reply whose examples are whole streams. Those say whether events have names and whether a text ends them. */
function eventsOf({ schema, example, examples = {}, ...rest }) {
  const shown = example === undefined ? examples : { stream: { value: example } }
  const texts = Object.values(shown).map(({ value }) => value)
  const json = { contentMediaType: 'application/json', contentSchema: schema.contentSchema }
  const isNamed = texts.some((text) => /^event:/m.test(text))
  const isEnded = texts.some((text) => /^data: \[DONE\]$/m.test(text))
  return {
    ...rest,
    itemSchema: {
      type: 'object',
      ...(schema.description === undefined ? {} : { description: schema.description }),
      properties: {
        ...(isNamed ? { event: { type: 'string', description: 'The `type` of the data.' } } : {}),
        data: isEnded
          ? {
              type: 'string',
              description: 'The JSON text of an event; the last one is `[DONE]`.',
              anyOf: [{ const: '[DONE]' }, json],
            }
          : { type: 'string', description: 'The JSON text of an event.', ...json },
      },
      required: isNamed ? ['event', 'data'] : ['data'],
    },
    examples: Object.fromEntries(Object.entries(shown).map(([name, { value, ...about }]) => [name, { ...about, serializedValue: value }])),
  }
}
