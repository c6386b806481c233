// Each snippet runs as a person runs it: curl and the libraries that are installed here against the built gateway, the others against
// a stand-in that prints the arguments of the call.
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chatDialects, type ChatDialect } from '../../src/exchange/dialect-name.js'
import type { JsonObject } from '../../src/json/object.js'
import { snippet, type SnippetLanguage } from '../../src/snippets/index.js'
import type { Program } from '../program.js'
import { answerAs } from './answers.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { standIns } from './snippet-stand-ins.js'

const text = "it's \"$HOME\" `id` \\ $(id) \\n\n\u2028 {x} %s 😀 </script> '''"
const answer = 'Grüße 🙂'

const bodies: Readonly<Record<ChatDialect, JsonObject>> = {
  'chat-completions': { messages: [{ role: 'user', content: text }], stop: [text], top_k: 3 },
  responses: { input: [{ role: 'user', content: text }], instructions: text, store: false },
  messages: { max_tokens: 60_000, messages: [{ role: 'user', content: text }], stop_sequences: [text] },
  'generate-content': {
    contents: [{ role: 'user', parts: [{ text }] }],
    systemInstruction: { parts: [{ text }] },
    generationConfig: { temperature: 0, thinkingConfig: { thinkingBudget: 0 }, newSetting: true },
  },
}

let upstream: FakeUpstream
let gateway: Program
let folder: string

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    answerAs('openai', { text: answer }, call, response)
  }
  gateway = await builtGateway(upstream.address)
  // In the clone, where the libraries are.
  const build = fileURLToPath(new URL('../../build', import.meta.url))
  mkdirSync(build, { recursive: true })
  folder = mkdtempSync(join(build, 'snippets-'))
  for (const [path, content] of Object.entries(standIns)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await gateway.stop()
  await upstream.stop()
})

const cases = chatDialects.flatMap((style) => [false, true].map((stream) => [style, stream] as const))
const ofVendor = cases.filter(([style]) => style !== 'generate-content')

test.each(cases)('%s, streamed: %p, curl', async (style, stream) => {
  expect(await run('curl', style, stream)).toContain(stream ? '🙂' : answer)
  expectSent(style)
})

test.each(ofVendor)('%s, streamed: %p, Node', async (style, stream) => {
  expect((await run('node', style, stream)).trim()).toBe(answer)
  expectSent(style)
})

test.each([false, true])('generate-content, streamed: %p, Node', async (stream) => {
  const { contents, generationConfig } = bodies['generate-content']
  const { newSetting, ...settings } = generationConfig as JsonObject
  expect(await callIn('node', 'generate-content', stream)).toEqual([
    `GoogleGenAI().models.generateContent${stream ? 'Stream' : ''}`,
    {
      model: 'm-openai',
      contents,
      config: { systemInstruction: text, ...settings, httpOptions: { extraBody: { generationConfig: { newSetting } } } },
    },
  ])
})

const withPython = spawnSync('python3', ['--version']).status === 0
if (!withPython) console.warn('python3 is not installed: the snippets for Python do not run')

;(withPython ? describe : describe.skip)('Python', () => {
  test.each(ofVendor)('%s, streamed: %p', async (style, stream) => {
    const { top_k: more, ...known } = bodies[style]
    const [name, words] = await callIn('python', style, stream)
    expect(name).toMatch(/^(?:OpenAI|Anthropic)\(\)\..*\.create$/)
    expect(words).toEqual({
      model: 'm-openai',
      ...known,
      ...(stream ? { stream } : {}),
      ...(more === undefined ? {} : { extra_body: { top_k: more } }),
    })
  })

  test.each([false, true])('generate-content, streamed: %p', async (stream) => {
    expect(await callIn('python', 'generate-content', stream)).toEqual([
      `Client().models.generate_content${stream ? '_stream' : ''}`,
      {
        model: 'm-openai',
        contents: bodies['generate-content']['contents'],
        config: {
          system_instruction: text,
          temperature: 0,
          thinking_config: { thinking_budget: 0 },
          http_options: { extra_body: { generationConfig: { newSetting: true } } },
        },
      },
    ])
  })
})

/** The provider got the text as it is, wherever it stands. */
function expectSent(style: ChatDialect): void {
  const sent = JSON.parse(upstream.calls.at(-1)?.body.toString() ?? '') as JsonObject
  expect(sent).toMatchObject({ messages: expect.arrayContaining([expect.objectContaining({ role: 'user' })]) })
  expect(JSON.stringify(sent)).toContain(JSON.stringify(text).slice(1, -1))
  if (style === 'chat-completions' || style === 'messages') expect(sent['stop']).toEqual([text])
}

async function run(language: SnippetLanguage, style: ChatDialect, stream: boolean): Promise<string> {
  const body = { model: 'm-openai', ...bodies[style], ...(stream ? { stream } : {}) }
  const code = snippet(style, language, body, gateway.address)
  const file = join(folder, `${style}-${stream ? 'stream' : 'plain'}.${{ curl: 'sh', python: 'py', node: 'mjs' }[language]}`)
  writeFileSync(file, code)
  const program = { curl: 'sh', python: 'python3', node: process.execPath }[language]
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], ANYWIRE_TOKEN: token, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
    execFile(program, [file], { env, timeout: 30_000 }, (error, output, errors) => {
      if (error === null) resolve(output)
      else reject(new Error(`${error.message}\n${errors}\n${code}`))
    })
  })
}

/** The last call that a stand-in printed which makes a request, with its arguments. */
async function callIn(language: SnippetLanguage, style: ChatDialect, stream: boolean): Promise<[string, JsonObject]> {
  const calls = (await run(language, style, stream))
    .split('\n')
    .filter((line) => line.startsWith('["'))
    .map((line) => JSON.parse(line) as [string, JsonObject])
  return calls.find(([name]) => /(?:create|[cC]ontent(?:_?[sS]tream)?)$/.test(name)) ?? ['', {}]
}
