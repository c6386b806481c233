// Holds the published texts that are made from the contract against the rules of their own formats: OpenAPI 3.2 against its official schema,
// AsyncAPI by its official parser.
import { DiagnosticSeverity, Parser } from '@asyncapi/parser'
import { validate } from '@hyperjump/json-schema/openapi-3-2'
import { root } from './contract/documents.mjs'
import { publishedTexts } from './published/index.mjs'

/** The official schema, with that of the schemas in it. */
const openApi32 = 'https://spec.openapis.org/oas/3.2/schema-base'

const rules = [
  {
    of: /^openapi-3\.2\/.*\.json$/,
    problems: async (text) => {
      const { valid, errors = [] } = await validate(openApi32, JSON.parse(text), 'BASIC')
      return valid
        ? []
        : errors.map(({ instanceLocation, absoluteKeywordLocation }) => `${instanceLocation} fails ${absoluteKeywordLocation}`)
    },
  },
  {
    of: /^asyncapi\.json$/,
    problems: async (text) => {
      const { diagnostics } = await new Parser().parse(text)
      return diagnostics
        .filter(({ code, severity }) => severity <= DiagnosticSeverity.Warning && code !== 'asyncapi-latest-version')
        .map(({ path, message }) => `/${path.join('/')}: ${message}`)
    },
  },
]

const checked = []
for (const [path, text] of publishedTexts(root))
  for (const { of, problems } of rules)
    if (of.test(path)) {
      const found = await problems(text)
      checked.push(path)
      for (const problem of found.slice(0, 20)) console.log(`${path}: ${problem}`)
      if (found.length > 0) process.exitCode = 1
    }
if (process.exitCode === undefined) console.log(`${checked.length} published texts are valid`)
