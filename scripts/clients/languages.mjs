// How each client is built and its program run, as users do it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { goTypes } from './go-types.mjs'
import { bundleForBrowsers, checkTarball, firstExample } from './packages.mjs'

const made = join(root, 'build', 'clients')
const sources = join(root, 'clients')
const windows = process.platform === 'win32'
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
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
      { words: ['python3', '-m', 'venv', join(made, 'python-environment')] },
      {
        words: [
          join(made, 'python-environment', windows ? 'Scripts' : 'bin', 'pip'),
          'install',
          '--quiet',
          '--disable-pip-version-check',
          '--force-reinstall',
          join(made, 'python'),
        ],
      },
    ],
    programs: [{ words: [join(made, 'python-environment', windows ? 'Scripts' : 'bin', 'python'), join(sources, 'python', 'program.py')] }],
  },
  go: {
    label: 'Go',
    needs: [['go', 'version']],
    build: [
      () => {
        const folder = join(made, 'go', 'program')
        mkdirSync(folder, { recursive: true })
        cpSync(join(sources, 'go', 'program.go'), join(folder, 'main.go'))
        writeFileSync(join(folder, 'types.go'), goTypes(JSON.parse(readFileSync(join(made, 'examples.json'), 'utf8'))))
      },
      { words: ['go', 'build', '-o', join(made, 'go-program'), './program'], folder: join(made, 'go') },
    ],
    programs: [{ words: [join(made, 'go-program')] }],
  },
  java: {
    label: 'Java',
    needs: [
      ['javac', '-version'],
      ['mvn', '-version'],
    ],
    build: [
      {
        words: ['mvn', '-q', '-B', '-DskipTests', '-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true', 'package'],
        folder: join(made, 'java'),
      },
    ],
    programs: [
      {
        words: [
          'java',
          '-cp',
          [join(made, 'java', 'target', '*'), join(made, 'java', 'target', 'lib', '*')].join(delimiter),
          join(sources, 'java', 'Program.java'),
        ],
      },
    ],
  },
  typescript: {
    label: 'TypeScript',
    needs: [],
    build: [
      { words: npmInstall, folder: join(made, 'typescript') },
      { words: [process.execPath, compiler, '-p', '.'], folder: join(made, 'typescript') },
      { words: ['npm', 'pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', made], folder: join(made, 'typescript') },
      () => checkTarball(join(made, 'anywire-client-0.1.0.tgz'), /^package\/(package\.json|README\.md|LICENSE|dist\/[\w/-]+\.(js|d\.ts))$/),
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
