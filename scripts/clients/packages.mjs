// What a package of a client must be: no file too many, usable in a browser, with a first example that runs.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'

/** Throws where a file of the archive is not `allowed`. */
export function checkArchive(file, allowed) {
  const [command, ...words] = file.endsWith('.jar') ? ['jar', '-tf'] : ['tar', '-tzf']
  const names = execFileSync(command, [...words, file], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const strange = names.filter((name) => !name.endsWith('/') && !allowed.test(name))
  if (strange.length > 0) throw new Error(`${file} has files that are not for users: ${strange.slice(0, 10).join(', ')}`)
}

/** Throws where the program needs what browsers do not have, or more than a page should load. */
export async function bundleForBrowsers(program) {
  const { outputFiles, warnings } = await build({
    entryPoints: [program],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  })
  const bytes = outputFiles.reduce((total, { contents }) => total + contents.length, 0)
  if (warnings.length > 0) throw new Error(warnings[0].text)
  if (bytes > 20_000) throw new Error(`the client is ${bytes} bytes in a browser`)
}

/** The first block of code of a README that is neither for a shell nor a setting; it has at most `longest` lines. */
export function firstExample(readme, longest = 15) {
  const [, code] = /^```(?!(?:sh|xml)$)\w+\n([\s\S]*?)^```$/m.exec(readFileSync(readme, 'utf8'))
  const lines = code.split('\n').filter((line) => line.trim() !== '').length
  if (lines > longest) throw new Error(`the first example of ${readme} has ${lines} lines`)
  if (/GIT_USER_ID|GIT_REPO_ID/.test(readFileSync(readme, 'utf8'))) throw new Error(`${readme} has a placeholder`)
  return code
}
