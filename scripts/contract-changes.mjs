// Compares the documents with the last released ones in openapi/released/<version>/: a breaking change needs a new breaking version and an
// entry below `### Breaking` in openapi/CHANGELOG.md. `--release` makes the current documents the released ones of their version.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { breakingChanges } from './contract/changes.mjs'
import { root } from './contract/documents.mjs'
import { releasedFolder, releasedVersions } from './contract/released.mjs'

const made = join(root, 'openapi', 'dist')
const released = join(releasedFolder, releasedVersions().at(-1) ?? 'none')
/** The documents with operations of clients; gateway.yaml only joins them. */
const names = (folder) =>
  existsSync(folder)
    ? readdirSync(folder).filter(
        (name) => name.endsWith('.json') && name !== 'gateway.json' && read(folder, name)['x-upstream-only'] !== true,
      )
    : []
const read = (folder, name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

if (process.argv.includes('--release')) {
  const { version } = read(made, 'gateway.json').info
  const folder = join(releasedFolder, version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of names(made)) cpSync(join(made, name), join(folder, name))
  console.log(`openapi/released/${version}/ holds the ${names(folder).length} documents of today`)
} else check()

function check() {
  const changelog = readFileSync(join(root, 'openapi', 'CHANGELOG.md'), 'utf8')
  let refused = 0
  for (const name of names(released)) {
    if (!existsSync(join(made, name))) {
      console.log(`${name}: the document is gone`)
      refused += 1
      continue
    }
    const [before, after] = [read(released, name), read(made, name)]
    const changes = breakingChanges(before, after)
    if (changes.length === 0) continue
    const [was, is] = [before.info.version, after.info.version]
    const announced = isBreaking(was, is) && breakingSection(changelog, is)
    console.log(`${name}: ${changes.length} breaking changes from ${was} to ${is}${announced ? ', announced' : ''}`)
    for (const change of changes) console.log(`  ${change}`)
    if (!announced) refused += 1
  }
  if (refused === 0) console.log('no client of the released contract breaks')
  else
    console.log(
      'Raise the version of the document and write what breaks below "### Breaking" of that version in openapi/CHANGELOG.md;\n' +
        'a document that was never published is recorded anew by `node scripts/contract-changes.mjs --release`.',
    )
  process.exitCode = refused === 0 ? 0 : 1
}

/** Whether the first number that is not zero was raised: 0.1.0 → 0.2.0, 1.4.2 → 2.0.0. */
function isBreaking(was, is) {
  const [before, after] = [was, is].map((version) => version.split('.').map(Number))
  const place = before[0] > 0 || after[0] > 0 ? 0 : 1
  return after[place] > before[place]
}

function breakingSection(changelog, version) {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(version))
  return section !== undefined && /^### Breaking\n\n\S/m.test(section)
}
