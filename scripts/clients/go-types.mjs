// Go cannot look a type up by its name: writes the table of types with which its test reads the examples.

export function goTypes(examples) {
  const names = [...new Set(examples.map((example) => example.schema))].sort()
  const rows = names.map((name) => `\t"${name}": func() any { return &anywire.${name}{} },\n`)
  return `package main\n\nimport "example.com/anywire/client"\n\nvar exampleTypes = map[string]func() any{\n${rows.join('')}}\n`
}
