// Installs the official libraries that the samples of the reference page use and this project does not depend on: all of them for Python, Google's
// and Cohere's for Node. test/docs/code-samples.test.ts runs the samples with what it finds in build/sample-libraries/.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './contract/documents.mjs'

const folder = join(root, 'build', 'sample-libraries')
const python = join(folder, 'python')
const forPython = ['openai==3.57.0', 'websockets==17.4', 'anthropic==2.14.0', 'google-genai==3.6.1', 'cohere==7.3.1']
const forNode = ['@google/genai@3.3.0', 'cohere-ai@8.1.0']

const stamp = join(folder, 'installed')
const versions = [...forPython, ...forNode].join('\n')
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== versions) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...forNode])
  run('python3', ['-m', 'venv', python])
  run(join(python, 'bin', 'python3'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...forPython])
  writeFileSync(stamp, versions)
}

function run(command, words) {
  const { status } = spawnSync(command, words, { cwd: folder, stdio: 'inherit' })
  if (status === 0) return
  console.error(`the libraries of the samples could not be installed: ${command} ${words.join(' ')} ended with ${status}`)
  process.exit(1)
}
