// All examples of the contract with the names of their schemas: a client's types must read and write them without loss.

/** Examples of components, those of requests and replies whose schema is a component, and each event of each stream. */
export function contractExamples(document) {
  const found = Object.entries(document.components.schemas)
    .filter(([, schema]) => schema.example !== undefined)
    .map(([schema, { example }]) => ({ schema, value: example }))
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses ?? {})]
      for (const body of bodies) {
        const { 'application/json': plain, 'text/event-stream': stream } = body?.content ?? {}
        for (const value of valuesOf(plain)) found.push({ schema: nameOf(plain.schema), value })
        for (const text of valuesOf(stream))
          for (const value of eventsIn(text)) found.push({ schema: nameOf(stream.schema.contentSchema), value })
      }
    }
  const seen = new Set()
  return found.filter((example) => {
    if (!isType(document.components.schemas[example.schema])) return false
    const text = JSON.stringify(example)
    return seen.has(text) ? false : seen.add(text)
  })
}

/** Generators make no type of their own for a list or for an object without members. */
const isType = (schema) => schema !== undefined && schema.type !== 'array' && !isEmpty(schema)

const isEmpty = ({ type, description: _, ...more }) => type === 'object' && Object.keys(more).length === 0

const nameOf = (schema) => schema?.$ref?.split('/').at(-1)
const valuesOf = (content) =>
  [content?.example, ...Object.values(content?.examples ?? {}).map((example) => example.value)].filter((value) => value !== undefined)
const eventsIn = (text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)))
