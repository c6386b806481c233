// Loaded before the program: at its end writes which modules of Node were loaded after V8's options had been changed.
const { writeFileSync } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const process = require('node:process')
const v8 = require('node:v8')

const set = v8.setFlagsFromString
let before
v8.setFlagsFromString = (option) => {
  before ??= new Set(process.moduleLoadList)
  set(option)
}
syncBuiltinESMExports()
process.on('exit', () => {
  const later = process.moduleLoadList.filter((entry) => !before?.has(entry) && /^NativeModule (?!internal\/)/.test(entry))
  writeFileSync(process.env.MODULES_FILE, JSON.stringify(later.map((entry) => entry.slice('NativeModule '.length))))
})
