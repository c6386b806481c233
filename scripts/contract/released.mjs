// The released documents: openapi/released/<version>/<document>.json. The newest version is the one that changes are held against.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractFolder } from './documents.mjs'

export const releasedFolder = join(contractFolder, 'released')

/** Oldest first. */
export function releasedVersions() {
  const versions = existsSync(releasedFolder) ? readdirSync(releasedFolder).filter((name) => /^\d+\.\d+\.\d+$/.test(name)) : []
  return versions.sort(compareVersions)
}

export function documentsOfVersion(version) {
  const folder = join(releasedFolder, version)
  return new Map(readdirSync(folder).map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, file), 'utf8'))]))
}

function compareVersions(one, other) {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number))
  return first[0] - second[0] || first[1] - second[1] || first[2] - second[2]
}
