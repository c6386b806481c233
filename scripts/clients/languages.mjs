// How each client is built and its program run, as users do it.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from '../contract/documents.mjs'
import { goTypes } from './go-types.mjs'

const made = join(root, 'build', 'clients')
const sources = join(root, 'clients')
const windows = process.platform === 'win32'
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/**
 * `needs` are commands that must run; `build` gives the steps, each a command or a function; `run` is the program.
 * @type {Record<string, { label: string, needs: string[][], build: (object | Function)[], run: object }>}
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
    run: { words: [join(made, 'python-environment', windows ? 'Scripts' : 'bin', 'python'), join(sources, 'python', 'program.py')] },
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
    run: { words: [join(made, 'go-program')] },
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
    run: {
      words: [
        'java',
        '-cp',
        [join(made, 'java', 'target', '*'), join(made, 'java', 'target', 'lib', '*')].join(delimiter),
        join(sources, 'java', 'Program.java'),
      ],
    },
  },
  typescript: {
    label: 'TypeScript',
    needs: [],
    build: [
      { words: ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], folder: join(made, 'typescript') },
      { words: ['npm', 'run', '--silent', 'build'], folder: join(made, 'typescript') },
      () => {
        const folder = join(made, 'typescript-program')
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder, { recursive: true })
        cpSync(join(sources, 'typescript'), folder, { recursive: true })
      },
      {
        words: ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
        folder: join(made, 'typescript-program'),
      },
      {
        words: [process.execPath, compiler, '-p', '.', '--typeRoots', join(root, 'node_modules', '@types')],
        folder: join(made, 'typescript-program'),
      },
    ],
    run: { words: [process.execPath, 'program.ts'], folder: join(made, 'typescript-program') },
  },
}

/** The first command that is missing, or undefined. */
export function missing({ needs }) {
  return needs.find(([command, ...words]) => spawnSync(command, words).status !== 0)?.[0]
}
