/** Members of several styles that mean the same, by their last name without case and separators. */
const meanings: readonly (readonly string[])[] = [
  ['maxtokens', 'maxcompletiontokens', 'maxoutputtokens'],
  ['stop', 'stopsequences'],
  [
    'reasoning',
    'reasoningeffort',
    'effort',
    'thinking',
    'budgettokens',
    'tokenbudget',
    'thinkingconfig',
    'thinkingbudget',
    'thinkinglevel',
  ],
  ['summary', 'includethoughts', 'display'],
  ['responseformat', 'format', 'outputformat', 'responseschema', 'responsejsonschema', 'responsemimetype', 'schema', 'jsonschema'],
  ['toolchoice', 'toolconfig', 'functioncallingconfig', 'mode'],
  ['paralleltoolcalls', 'disableparalleltooluse'],
  ['user', 'userid', 'safetyidentifier'],
  ['servicetier', 'speed'],
  ['logprobs', 'toplogprobs', 'responselogprobs'],
  ['system', 'instructions', 'systeminstruction'],
  ['n', 'candidatecount', 'numgenerations'],
  ['k', 'topk'],
  ['p', 'topp'],
  ['toolcallid', 'tooluseid', 'callid'],
]

/** The names that mean what this one does, itself among them. */
export function sameMeaning(pointer: string): readonly string[] {
  const name = nameOf(pointer)
  return meanings.find((names) => names.includes(name)) ?? [name]
}

export const nameOf = (pointer: string): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll(/[_-]/g, '')
    .toLowerCase()
