// Go finds no type by its name: the table that its test reads examples with.

export function goTypes(examples) {
  const names = [...new Set(examples.map((example) => example.schema))].sort()
  const rows = names.map((name) => `\t"${name}": func() any { return &anywire.${name}{} },\n`)
  return `package main\n\nimport "example.com/anywire/client"\n\nvar exampleTypes = map[string]func() any{\n${rows.join('')}}\n`
}
