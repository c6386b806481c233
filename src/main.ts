#!/usr/bin/env node
// Before anything that an old Node cannot load: the rest is imported only after this check.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `anywire needs Node 22.19 or newer, this is ${process.versions.node}; from a clone, \`make start\` brings its own.\n`,
  )
  process.exit(1)
}
const { takeMemoryOptions, keepTickShape } = await import('./cli/engine.js')
takeMemoryOptions(process.argv.slice(2))
keepTickShape()
const { run } = await import('./cli/run.js')
await run(process.argv.slice(2))
