// Finds files of a folder that import one another in a circle, which is forbidden, for types too.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import typescript from 'typescript'

/** The TypeScript files of a folder without tests, with the files that each imports, as paths relative to the folder. */
export function importsIn(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(join(folder, file), 'utf8'))]))
}

function importsOf(file, text) {
  const names = typescript.preProcessFile(text).importedFiles.map(({ fileName }) => fileName)
  return names.filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name).replace(/\.js$/, '.ts'))
}

/** The circles found by a depth-first search: `a.ts → b.ts → a.ts`. */
export function circlesIn(imports) {
  const circles = []
  const done = new Set()
  const path = []
  const follow = (file) => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const imported of imports.get(file) ?? []) follow(imported)
    path.pop()
    done.add(file)
  }
  for (const file of imports.keys()) follow(file)
  return circles
}
