// The generators that must take the published client profile: how each is installed, what it makes and how that is compiled.
import { join } from 'node:path'
import { root } from '../contract/documents.mjs'

export const folder = join(root, 'build', 'generators')
export const profile = join(root, 'openapi', 'dist', 'client.json')
/** The client profile of one style, written there by `run.mjs`. */
export const styleProfile = (name) => join(folder, 'profiles', `${name}.json`)
export const styles = ['chat-completions', 'messages', 'responses', 'generate-content']
const programs = join(root, 'clients', 'generators')
const windows = process.platform === 'win32'

const npm = join(folder, 'npm')
const python = join(folder, 'python')
const go = join(folder, 'go')
const inNpm = (...words) => [process.execPath, join(npm, 'node_modules', ...words[0]), ...words.slice(1)]
const inPython = (name) => join(python, windows ? 'Scripts' : 'bin', name)

/** Installed once for all tools of a registry. `needs` is a command that must run; `versions` is the package list. */
export const registries = {
  npm: {
    needs: ['npm', '--version'],
    versions: {
      '@hey-api/openapi-ts': '0.99.0',
      'openapi-fetch': '0.17.0',
      'openapi-typescript': '7.13.0',
      orval: '8.38.0',
      typescript: '5.9.3',
    },
  },
  python: {
    needs: ['python3', '-c', 'import venv, ensurepip'],
    versions: {
      'openapi-python-client': '0.29.1',
      'datamodel-code-generator': '0.89.0',
      mypy: '2.4.1',
      pydantic: '2.14.4',
      'python-dateutil': '2.9.0.post0',
    },
  },
  go: {
    needs: ['go', 'version'],
    versions: { 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen': 'v2.8.2', 'github.com/ogen-go/ogen/cmd/ogen': 'v1.25.0' },
  },
  java: { needs: ['java', '-version'], versions: {} },
}

const tsc = (program) => ({
  words: [
    ...inNpm(['typescript', 'bin', 'tsc']),
    ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
    ...['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions', program],
  ],
})

/** A program beside what the tool made, so that its imports are found there. */
const copy = (name) => ({ copy: [join(programs, name), join(folder, 'made', name)] })
const made = (name) => join(folder, 'made', name)

/** `quick` tools run in CI each time, the others by `make generators`. Their steps run one after the other in build/generators/made/. */
export const tools = [
  {
    name: 'openapi-typescript + openapi-fetch',
    version: '7.13.0, 0.17.0',
    registry: 'npm',
    quick: true,
    steps: [
      { words: [...inNpm(['openapi-typescript', 'bin', 'cli.js']), profile, '-o', made('openapi-typescript/schema.ts')] },
      copy('openapi-fetch.ts'),
      tsc(made('openapi-fetch.ts')),
    ],
  },
  {
    name: 'openapi-typescript, each style',
    version: '7.13.0',
    registry: 'npm',
    quick: true,
    steps: styles.flatMap((style) => [
      { words: [...inNpm(['openapi-typescript', 'bin', 'cli.js']), styleProfile(style), '-o', made(`styles/${style}.ts`)] },
      tsc(made(`styles/${style}.ts`)),
    ]),
  },
  {
    name: 'oapi-codegen, each style',
    version: '2.8.2',
    registry: 'go',
    quick: false,
    steps: styles.flatMap((style) => [
      { module: made(`styles-go/${style}`) },
      {
        words: [join(go, 'bin', 'oapi-codegen'), '-generate', 'types,client', '-package', 'anywire', '-o'].concat(
          made(`styles-go/${style}/client.go`),
          styleProfile(style),
        ),
      },
      { words: ['go', 'get', 'github.com/oapi-codegen/runtime@v1.9.0'], folder: made(`styles-go/${style}`) },
      { words: ['go', 'build', './...'], folder: made(`styles-go/${style}`) },
    ]),
  },
  {
    name: 'hey-api',
    version: '0.99.0',
    registry: 'npm',
    quick: true,
    steps: [
      {
        words: [...inNpm(['@hey-api', 'openapi-ts', 'bin', 'run.js']), '-i', profile, '-o', made('hey-api'), '-c', '@hey-api/client-fetch'],
      },
      copy('hey-api.ts'),
      tsc(made('hey-api.ts')),
    ],
  },
  {
    name: 'orval',
    version: '8.38.0',
    registry: 'npm',
    quick: true,
    steps: [
      {
        words: [
          ...inNpm(['orval', 'dist', 'bin', 'orval.mjs']),
          '--input',
          profile,
          '--output',
          made('orval/client.ts'),
          '--client',
          'fetch',
        ],
      },
      copy('orval.ts'),
      tsc(made('orval.ts')),
    ],
  },
  {
    name: 'openapi-python-client',
    version: '0.29.1',
    registry: 'python',
    quick: true,
    steps: [
      {
        words: [
          inPython('openapi-python-client'),
          'generate',
          '--path',
          profile,
          '--output-path',
          made('openapi_python_client_made'),
        ].concat('--overwrite', '--meta', 'none'),
      },
      copy('openapi_python_client_program.py'),
      { words: [inPython('python'), made('openapi_python_client_program.py')] },
      // A schema with a member of its own name would have errors (openapi-generators/openapi-python-client#1117); the contract has none.
      { words: [inPython('mypy'), '--strict', made('openapi_python_client_made'), made('openapi_python_client_program.py')] },
    ],
  },
  {
    name: 'datamodel-codegen',
    version: '0.89.0',
    registry: 'python',
    quick: true,
    steps: [
      {
        words: [
          inPython('datamodel-codegen'),
          ...['--input', profile, '--input-file-type', 'openapi', '--output', made('datamodel_codegen_made.py')],
          ...['--output-model-type', 'pydantic_v2.BaseModel', '--target-python-version', '3.11'],
        ],
      },
      copy('datamodel_codegen_program.py'),
      { words: [inPython('python'), made('datamodel_codegen_program.py')] },
      { words: [inPython('mypy'), made('datamodel_codegen_program.py')] },
    ],
  },
  {
    name: 'oapi-codegen',
    version: '2.8.2',
    registry: 'go',
    quick: true,
    steps: [
      { module: made('oapi-codegen') },
      {
        words: [
          join(go, 'bin', 'oapi-codegen'),
          '-generate',
          // Without `skip-prune` there are no types of events, which no reply refers to.
          'types,client,skip-prune',
          '-package',
          'anywire',
          '-o',
          made('oapi-codegen/client.go'),
          profile,
        ],
      },
      { copy: [join(programs, 'oapi-codegen.go'), made('oapi-codegen/program/main.go')] },
      { words: ['go', 'get', 'github.com/oapi-codegen/runtime@v1.9.0'], folder: made('oapi-codegen') },
      { words: ['go', 'build', './...'], folder: made('oapi-codegen') },
    ],
  },
  {
    name: 'ogen',
    version: '1.25.0',
    registry: 'go',
    quick: false,
    steps: [
      { module: made('ogen') },
      { copy: [join(programs, 'ogen.yml'), made('ogen/ogen.yml')] },
      {
        words: [join(go, 'bin', 'ogen'), '--config', 'ogen.yml', '--target', 'anywire', '--package', 'anywire', '--clean', profile],
        folder: made('ogen'),
      },
      { words: ['go', 'get', 'github.com/ogen-go/ogen@v1.25.0'], folder: made('ogen') },
      { words: ['go', 'mod', 'tidy'], folder: made('ogen') },
      { words: ['go', 'build', './...'], folder: made('ogen') },
    ],
  },
  // The names without which a union is read by trying each of its types.
  ofOpenapiGenerator(
    'python',
    'useOneOfDiscriminatorLookup=true',
    [
      { words: [inPython('python'), '-m', 'pip', 'install', '--quiet', made('python')] },
      { copy: [join(programs, 'openapi_generator_program.py'), made('openapi_generator_program.py')] },
      { words: [inPython('python'), made('openapi_generator_program.py')] },
    ],
    'python',
  ),
  ofOpenapiGenerator(
    'go',
    'useOneOfDiscriminatorLookup=true,enumClassPrefix=true',
    [{ words: ['go', 'build', './...'], folder: made('go') }],
    'go',
  ),
  ofOpenapiGenerator('java', 'useOneOfDiscriminatorLookup=true,hideGenerationTimestamp=true', [
    {
      words: ['mvn', '-q', '-B', '-DskipTests', '-Dmaven.javadoc.skip=true', '-Dmaven.source.skip=true', 'package'],
      folder: made('java'),
    },
  ]),
  // Its checks at run time import functions that it does not write for unions (OpenAPITools/openapi-generator#14611).
  ofOpenapiGenerator('typescript-fetch', 'withoutRuntimeChecks=true', [tsc(made('typescript-fetch/index.ts'))], 'npm'),
  ofOpenapiGenerator('rust', 'useSingleRequestParameter=true', [{ words: ['cargo', 'check', '--quiet'], folder: made('rust') }]),
  ...['csharp', 'kotlin', 'ruby', 'php', 'swift6'].map((name) => ofOpenapiGenerator(name, '', [])),
]

/** `checkedWith`: the registry of what compiles it. */
function ofOpenapiGenerator(name, properties, steps, checkedWith) {
  const settings = ['disallowAdditionalPropertiesIfNotPresent=false', ...(properties === '' ? [] : [properties])].join(',')
  const leaveOut = 'modelDocs=false,apiDocs=false,modelTests=false,apiTests=false'
  const generate = [
    'generate',
    '-g',
    name,
    '-i',
    profile,
    '-o',
    made(name),
    '--global-property',
    leaveOut,
    '--additional-properties',
    settings,
  ]
  return {
    name: `openapi-generator ${name}`,
    version: '7.25.0',
    registry: 'java',
    checkedWith,
    quick: false,
    steps: [{ jar: generate }, ...steps],
  }
}
