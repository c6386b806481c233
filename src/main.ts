#!/usr/bin/env node
import { isSupported, neededNode } from './cli/node-version.js'

// Before anything that an old Node cannot load: the rest is imported only after this check.
if (!isSupported(process.versions.node)) {
  process.stderr.write(`anywire needs ${neededNode}, this is ${process.versions.node}; from a clone, \`make start\` brings its own.\n`)
  process.exit(1)
}
const { keepEnvironmentOutOfReports } = await import('./engine/reports.js')
keepEnvironmentOutOfReports()
const { keepCompiledCode } = await import('./engine/compile-cache.js')
const [word = 'start'] = process.argv.slice(2)
const serves = word === 'start' || word.startsWith('-')
// V8 takes kept code only where it compiles in the same way.
keepCompiledCode(`${import.meta.dirname}/compile-cache${serves ? '' : '-of-commands'}`)
if (serves) {
  const { prepareStart } = await import('./cli/prepare-start.js')
  await prepareStart()
}
const { run } = await import('./cli/run.js')
await run(process.argv.slice(2))
