// Every example of the contract with the name of its schema: what a client's types must read and write without loss.

/** Examples of components, and those of requests and replies whose schema is a component. */
export function contractExamples(document) {
  const found = Object.entries(document.components.schemas)
    .filter(([, schema]) => schema.example !== undefined)
    .map(([schema, { example }]) => ({ schema, value: example }))
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) {
      const bodies = [operation.requestBody, ...Object.values(operation.responses ?? {})]
      for (const content of bodies.map((body) => body?.content?.['application/json']).filter(Boolean)) {
        const schema = content.schema?.$ref?.split('/').at(-1)
        const values = [content.example, ...Object.values(content.examples ?? {}).map((example) => example.value)]
        if (schema !== undefined) for (const value of values) if (value !== undefined) found.push({ schema, value })
      }
    }
  const seen = new Set()
  return found.filter((example) => {
    const text = JSON.stringify(example)
    return seen.has(text) ? false : seen.add(text)
  })
}
