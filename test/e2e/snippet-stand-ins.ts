// Stand-ins for libraries that are not installed here: they print each call with its arguments as one line of JSON.

const python = `import json

class Recorded:
    def __init__(self, path, arguments=None):
        self.path = path
        self.arguments = arguments

    def __getattr__(self, name):
        return Recorded(f"{self.path}.{name}")

    def __getitem__(self, index):
        return self

    def __iter__(self):
        return iter(())

    def __call__(self, **arguments):
        print(json.dumps([self.path, arguments], default=lambda value: value.arguments))
        return Recorded(f"{self.path}()", arguments)
`

const node = `const recorded = (path) =>
  new Proxy(function () {}, {
    get: (_, name) => {
      if (name === 'then' || name === 'toJSON') return undefined
      return name === Symbol.asyncIterator ? async function* () {} : recorded(path + '.' + String(name))
    },
    apply: (_, self, [words]) => {
      console.log(JSON.stringify([path, words]))
      return recorded(path + '()')
    },
    construct: (_, [words]) => {
      console.log(JSON.stringify([path, words]))
      return recorded(path + '()')
    },
  })
`
const google = `export const GoogleGenAI = recorded('GoogleGenAI')
export class ApiError extends Error {}
`
const cohere = `export const CohereClient = recorded('CohereClient')
export const CohereClientV2 = recorded('CohereClientV2')
export class CohereError extends Error {}
`
const nodePackage = '{"type":"module","exports":"./index.js"}'

/** Files by path, for a folder that is on Python's path and in which the scripts for Node are. */
export const standIns: Readonly<Record<string, string>> = {
  'recorded.py': python,
  'openai.py': 'from recorded import Recorded\nOpenAI = Recorded("OpenAI")\n',
  'anthropic.py': 'from recorded import Recorded\nAnthropic = Recorded("Anthropic")\n',
  'google/__init__.py': '',
  'google/genai/__init__.py': 'from recorded import Recorded\nClient = Recorded("Client")\n',
  'google/genai/types.py': 'from recorded import Recorded\nGenerateContentConfig = Recorded("GenerateContentConfig")\n',
  'node_modules/@google/genai/package.json': nodePackage,
  'node_modules/@google/genai/index.js': node + google,
  'node_modules/cohere-ai/package.json': nodePackage,
  'node_modules/cohere-ai/index.js': node + cohere,
}
