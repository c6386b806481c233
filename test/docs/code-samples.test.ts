// The code that the reference page shows for each operation runs as a reader runs it, against the mock: with curl, the libraries of Node that
// are installed here, and those that `make sample-libraries` installs. Without them Google's and Cohere's libraries for Node are stand-ins, and of
// the samples for Python the syntax is checked.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentOf, operationsOf } from '../contract/documents.js'
import { standIns } from '../e2e/snippet-stand-ins.js'
import { Program } from '../program.js'
import { root } from './snippets.js'

interface Sample {
  readonly lang: string
  readonly label: string
  readonly source: string
}

const documented = operationsOf(documentOf('gateway')).map(({ operation }) => ({
  name: String(operation['operationId']),
  tag: String((operation['tags'] as unknown[])[0]),
  samples: (operation['x-codeSamples'] ?? []) as readonly Sample[],
}))
const operations = documented.map(({ name, samples }) => [name, samples] as const)
const labelsOf = (wanted: string): string[] => documented.find(({ name }) => name === wanted)?.samples.map(({ label }) => label) ?? []

const libraries = join(root, 'build', 'sample-libraries')
/** Libraries for Node that this project does not depend on. */
const forNode = ['@google/genai', 'cohere-ai']
const inLibraries = (name: string): string => join(libraries, 'node_modules', name)
const standingIn = forNode.filter((name) => !existsSync(inLibraries(name)))
const ownPython = join(libraries, 'python', 'bin', 'python3')
const python3 = existsSync(ownPython) ? ownPython : 'python3'

let mock: Program
let folder: string

beforeAll(async () => {
  mock = await Program.startIn(tmpdir(), { words: ['mock', '--port', '0'] })
  // In the clone, where the libraries are.
  mkdirSync(join(root, 'build'), { recursive: true })
  folder = mkdtempSync(join(root, 'build', 'samples-'))
  mkdirSync(join(folder, 'node_modules', '@google'), { recursive: true })
  for (const name of forNode) if (!standingIn.includes(name)) symlinkSync(inLibraries(name), join(folder, 'node_modules', name), 'junction')
  const missing = Object.entries(standIns).filter(([path]) => standingIn.some((name) => path.startsWith(`node_modules/${name}/`)))
  const files = [...missing, ['speech.wav', 'RIFF'], ['picture.png', 'PNG']] as const
  for (const [path, content] of files) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}, 180_000)

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await mock.stop()
})

test('every operation has a sample, and first one that needs nothing but curl', () => {
  const first = operations.filter(([name]) => name !== 'connectRealtime').map(([name, samples]) => [name, samples[0]?.label])
  expect(first.filter(([, label]) => label !== 'curl')).toEqual([])
  expect(operations.filter(([, samples]) => samples.length === 0)).toEqual([])
})

test('every operation that the official libraries have is shown with them, in Python and in Node', () => {
  const ofTheGatewayAlone = new Set(['Admin', 'Console', 'Platform'])
  const without = documented
    // The libraries use the first path of each operation.
    .filter(({ name, tag }) => !ofTheGatewayAlone.has(tag) && !name.endsWith('V1'))
    .filter(({ samples }) => !['python', 'javascript'].every((lang) => samples.some((sample) => sample.lang === lang)))
  expect(without.map(({ name }) => name)).toEqual([])
})

test.each([
  ...['createChatCompletion', 'createMessage', 'createResponse', 'generateContent'],
  ...['createEmbedding', 'createImage', 'createTranscription', 'createSpeech', 'createRerankV2'],
])('%s shows how errors look', (name) => {
  expect(labelsOf(name)).toEqual(expect.arrayContaining(['curl, errors', 'Python, errors', 'Node, errors']))
})

test.each([
  ...['createChatCompletion', 'createMessage', 'createResponse', 'streamGenerateContent'],
  ...['createCompletion', 'createImage', 'createImageEdit', 'createTranscription', 'getResponse'],
])('%s shows its stream', (name) => {
  expect(labelsOf(name)).toEqual(expect.arrayContaining(['Python, streamed', 'Node, streamed']))
})

test('no sample asks for a beta', () => {
  expect(operations.filter(([, samples]) => samples.some(({ source }) => source.includes('beta=true')))).toEqual([])
})

const hasLibrary = (name: string): boolean => spawnSync(python3, ['-c', `import ${name}`]).status === 0
const python = spawnSync(python3, ['--version']).status === 0
const installed = new Map(['openai', 'anthropic', 'google.genai', 'cohere'].map((name) => [name, python && hasLibrary(name)]))
for (const [name, is] of installed)
  if (!is) console.warn(`${name} is not installed for Python: the syntax of its samples is checked, they do not run`)

test.each(operations)(
  '%s',
  async (name, samples) => {
    const outputs = await Promise.all(samples.map((sample, index) => run(sample, `${name}-${index}`)))
    for (const [index, { label, source }] of samples.entries())
      if (label.endsWith('errors') && outputs[index] !== undefined && !standingIn.some((name) => source.includes(`"${name}"`)))
        expect(outputs[index]).toContain('404')
  },
  120_000,
)

async function run({ lang, label, source }: Sample, name: string): Promise<string | undefined> {
  const text = source.replaceAll('127.0.0.1:8787', mock.address.replace('http://', ''))
  switch (lang) {
    case 'shell': {
      // The mock has no sessions of the console: it is given a token beside the cookie.
      const more = text.includes('Cookie: ') ? '-H "Authorization: Bearer any"' : ''
      const fail = label.endsWith('errors') ? '' : '--fail-with-body'
      return execute('sh', ['-euc', `curl() { command curl -sS ${fail} --max-time 30 ${more} "$@"; }\n${text}`])
    }
    case 'javascript':
      return execute(process.execPath, [written(`${name}.mjs`, text)])
    case 'python': {
      if (!python) return undefined
      const file = written(`${name}.py`, text)
      const library = [...installed].find(([name]) =>
        new RegExp(String.raw`^(?:import|from) ${name.split('.')[0] ?? ''}\b`, 'm').test(text),
      )
      if (library?.[1] === true) return execute(python3, [file])
      await execute(python3, ['-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())', file])
      return undefined
    }
    default:
      throw new Error(`no program runs ${lang}`)
  }
}

function written(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

function execute(program: string, words: readonly string[]): Promise<string> {
  const { PATH, PYTHONPATH } = process.env
  const env = { PATH, PYTHONPATH, ANYWIRE_TOKEN: 'any', ANYWIRE_ADMIN_KEY: 'any', ANYWIRE_SESSION: 'any', ANYWIRE_CSRF: 'any' }
  return new Promise((resolve, reject) => {
    execFile(program, words, { cwd: folder, env, timeout: 40_000 }, (error, output, errors) => {
      if (error === null) resolve(output)
      else reject(new Error(`${error.message}\n${output}${errors}`))
    })
  })
}
