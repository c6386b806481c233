import eslint from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import typescript from 'typescript-eslint'
import { importDirection } from './scripts/lint/import-rules.mjs'

/** What only src/json does itself. */
const writtenInJson = [
  {
    selector:
      'CallExpression[callee.property.name=/^replace(All)?$/]:matches([arguments.0.value=/^~[01]?$/], [arguments.0.regex.pattern=/^~[01]?$/])',
    message: 'src/json/pointer.ts writes and reads pointers.',
  },
  { selector: "FunctionDeclaration[id.name='isObject']", message: 'src/json/object.ts has isObject.' },
]

export default defineConfig(
  // clients/ is type-checked against the generated client when that is built.
  globalIgnores(['generated/', 'openapi/dist/', 'dist/', 'build/', 'clients/', 'coverage/', 'anywire-data/', '.jar/', '.local-model/']),
  eslint.configs.recommended,
  { rules: { 'no-useless-rename': 'error', 'object-shorthand': ['error', 'properties'] } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Numbers read well in a sentence; everything else is turned into text on purpose.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      // A wire value's enums are open: `case 'stop':` on a text is what a codec does.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { anywire: { rules: { 'import-direction': importDirection } } },
    rules: { 'anywire/import-direction': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/json/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...writtenInJson,
        {
          selector: 'CallExpression[callee.property.name=/^(push|unshift|splice|fromCharCode|put|concat)$/] > SpreadElement',
          message: 'A spread argument overflows the stack where the list is long: append() of src/exchange/append.ts, or a loop.',
        },
      ],
    },
  },
  {
    files: ['console/**/*.ts', 'console/**/*.tsx'],
    ignores: ['console/components/link.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...writtenInJson,
        {
          selector: "JSXOpeningElement[name.name='a'] > JSXAttribute[name.name='href']:not([value.value=/^#/])",
          message: 'The gateway may be below a base path: <Link> of console/components/link.tsx.',
        },
        {
          selector: 'CallExpression[callee.name="fetch"]:not([arguments.0.callee.name="addressOf"])',
          message: 'The gateway may be below a base path: addressOf() of console/router/base-path.ts.',
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts'],
    rules: {
      // Tests read fixtures and replies whose shape the assertion itself checks.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        AbortController: 'readonly',
        TextDecoder: 'readonly',
      },
    },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  {
    // Modules of pages.
    files: ['examples/**/*.js'],
    languageOptions: {
      globals: { document: 'readonly', location: 'readonly', URLSearchParams: 'readonly', TextDecoderStream: 'readonly' },
    },
  },
)
