// How each client is built and its program run, as users do it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { goTypes } from './go-types.mjs'
import { bundleForBrowsers, checkArchive, firstExample } from './packages.mjs'

const made = join(root, 'build', 'clients')
const sources = join(root, 'clients')
const windows = process.platform === 'win32'
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const inEnvironment = (name) => (command) => join(made, name, windows ? 'Scripts' : 'bin', command)
const inTools = inEnvironment('python-tools')
const inPython = inEnvironment('python-environment')
const pipInstall = ['install', '--quiet', '--disable-pip-version-check']
const pythonLayer = readdirSync(join(sources, 'python', 'package'), { recursive: true }).filter((name) => name.endsWith('.py'))
const pythonProject = join(made, 'python-project')
const goPrograms = join(made, 'go-programs')
const javaProject = join(made, 'java-project')
const javaPackage = join(made, 'java', 'target', 'anywire-client-0.1.0')
const javaClassPath = ['-cp', [`${javaPackage}.jar`, join(made, 'java', 'target', 'lib', '*'), '.'].join(delimiter)]
// Exceptions without a number for their serialized form are as they should be.
const javac = ['javac', '-Xlint:all,-serial,-processing', '-Werror', ...javaClassPath]
const java = ['java', ...javaClassPath]
const javaLayer = readdirSync(join(sources, 'java', 'package', 'src'), { recursive: true })
  .filter((name) => name.endsWith('.java'))
  .map((name) => join(sources, 'java', 'package', 'src', name))
const npmInstall = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
const typescriptProject = join(made, 'typescript-project')

/**
 * `needs` are commands that must run; `build` gives the steps, each a command or a function, which throws where it fails; `programs` count
 * their checks; `first` is the first example of the package's README.
 * @type {Record<string, { label: string, needs: string[][], build: (object | Function)[], programs: object[], first?: object }>}
 */
export const languages = {
  python: {
    label: 'Python',
    needs: [['python3', '-c', 'import venv, ensurepip']],
    build: [
      // One environment makes the packages, the other, an empty one, is a user's.
      { words: ['python3', '-m', 'venv', join(made, 'python-tools')] },
      { words: [inTools('pip'), ...pipInstall, 'build==1.6.1', 'hatchling==1.33.0', 'mypy==2.4.1'] },
      {
        words: [inTools('python'), '-m', 'build', '--no-isolation', '--outdir', join(made, 'python', 'dist'), '.'],
        folder: join(made, 'python'),
      },
      () =>
        checkArchive(
          join(made, 'python', 'dist', 'anywire_client-0.1.0.tar.gz'),
          /^[^/]+\/(anywire_client\/.*\.(py|typed)|\.gitignore|\w[\w.-]+)$/,
        ),
      { words: ['python3', '-m', 'venv', join(made, 'python-environment')] },
      {
        words: [
          inPython('pip'),
          ...pipInstall,
          '--no-compile',
          '--force-reinstall',
          join(made, 'python', 'dist', 'anywire_client-0.1.0-py3-none-any.whl'),
        ],
      },
      () => {
        rmSync(pythonProject, { recursive: true, force: true })
        mkdirSync(pythonProject, { recursive: true })
        for (const name of ['program.py', 'report.py', 'scripted.py']) cpSync(join(sources, 'python', name), join(pythonProject, name))
        writeFileSync(join(pythonProject, 'first.py'), firstExample(join(made, 'python', 'README.md')))
      },
      // The layer, and below what users write; generated code is not strict: OpenAPITools/openapi-generator#20959.
      {
        words: [inTools('mypy'), '--strict', '--python-executable', inPython('python'), '--follow-imports', 'silent', ...pythonLayer],
        folder: join(made, 'python'),
      },
      {
        words: [inTools('mypy'), '--strict', '--python-executable', inPython('python'), 'program.py', 'scripted.py', 'first.py'],
        folder: pythonProject,
      },
    ],
    programs: ['program.py', 'scripted.py'].map((name) => ({ words: [inPython('python'), name], folder: pythonProject })),
    first: { words: [inPython('python'), 'first.py'], folder: pythonProject },
  },
  go: {
    label: 'Go',
    needs: [['go', 'version']],
    build: [
      () => {
        for (const name of ['program', 'scripted', 'first']) mkdirSync(join(made, 'go', name), { recursive: true })
        for (const name of ['program', 'scripted']) {
          cpSync(join(sources, 'go', `${name}.go`), join(made, 'go', name, 'main.go'))
          cpSync(join(sources, 'go', 'report.go'), join(made, 'go', name, 'report.go'))
        }
        const types = goTypes(JSON.parse(readFileSync(join(made, 'examples.json'), 'utf8')))
        writeFileSync(join(made, 'go', 'program', 'types.go'), types)
        writeFileSync(join(made, 'go', 'first', 'main.go'), firstExample(join(made, 'go', 'README.md'), 30))
        mkdirSync(goPrograms, { recursive: true })
      },
      { words: ['go', 'build', '-o', goPrograms, './program', './scripted', './first'], folder: join(made, 'go') },
    ],
    programs: ['program', 'scripted'].map((name) => ({ words: [join(goPrograms, name)] })),
    first: { words: [join(goPrograms, 'first')] },
  },
  java: {
    label: 'Java',
    needs: [
      ['javac', '-version'],
      ['mvn', '-version'],
    ],
    build: [
      { words: ['mvn', '-q', '-B', 'package'], folder: join(made, 'java') },
      () => checkArchive(`${javaPackage}.jar`, /^(META-INF\/.*|com\/example\/anywire\/.*\.class)$/),
      () => checkArchive(`${javaPackage}-sources.jar`, /^(META-INF\/.*|com\/example\/anywire\/.*\.java)$/),
      () => {
        rmSync(javaProject, { recursive: true, force: true })
        mkdirSync(javaProject, { recursive: true })
        for (const name of ['Program.java', 'Report.java', 'Scripted.java']) cpSync(join(sources, 'java', name), join(javaProject, name))
        writeFileSync(join(javaProject, 'Hello.java'), firstExample(join(made, 'java', 'README.md')))
      },
      { words: [...javac, '-d', 'layer', ...javaLayer], folder: javaProject },
      { words: [...javac, '-d', '.', 'Program.java', 'Scripted.java', 'Hello.java'], folder: javaProject },
    ],
    programs: ['Program', 'Scripted'].map((name) => ({ words: [...java, name], folder: javaProject })),
    first: { words: [...java, 'Hello'], folder: javaProject },
  },
  typescript: {
    label: 'TypeScript',
    needs: [],
    build: [
      { words: npmInstall, folder: join(made, 'typescript') },
      { words: [process.execPath, compiler, '-p', '.'], folder: join(made, 'typescript') },
      { words: ['npm', 'pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', made], folder: join(made, 'typescript') },
      () => checkArchive(join(made, 'anywire-client-0.1.0.tgz'), /^package\/(package\.json|README\.md|LICENSE|dist\/[\w/-]+\.(js|d\.ts))$/),
      () => {
        rmSync(typescriptProject, { recursive: true, force: true })
        cpSync(join(sources, 'typescript'), typescriptProject, { recursive: true })
        rmSync(join(typescriptProject, 'package'), { recursive: true })
        writeFileSync(join(typescriptProject, 'first.ts'), firstExample(join(made, 'typescript', 'README.md')))
      },
      { words: npmInstall, folder: typescriptProject },
      {
        words: [process.execPath, compiler, '-p', '.', '--typeRoots', join(root, 'node_modules', '@types')],
        folder: typescriptProject,
      },
      () => bundleForBrowsers(join(typescriptProject, 'first.ts')),
    ],
    programs: ['program.ts', 'scripted.ts'].map((name) => ({ words: [process.execPath, name], folder: typescriptProject })),
    first: { words: [process.execPath, 'first.ts'], folder: typescriptProject },
  },
}

/** The first command that is missing, or undefined. */
export function missing({ needs }) {
  return needs.find(([command, ...words]) => spawnSync(command, words).status !== 0)?.[0]
}
