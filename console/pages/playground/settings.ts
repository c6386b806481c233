import { chatDialects, type ChatDialect } from '../../../src/exchange/dialect-name.js'
import { isObject, objectOf, parseJson } from '../../../src/json/object.js'

/** A setting that is sent only where its switch is on. */
export interface Switched<Value> {
  readonly on: boolean
  readonly value: Value
}

export type Effort = 'low' | 'medium' | 'high'

export interface Settings {
  readonly model: string
  readonly style: ChatDialect
  readonly system: string
  readonly stream: boolean
  readonly temperature: Switched<number>
  readonly maxTokens: Switched<number>
  readonly topP: Switched<number>
  /** One a line. */
  readonly stop: Switched<string>
  readonly effort: Switched<Effort>
  /** JSON texts, as typed. */
  readonly schema: Switched<string>
  readonly tools: Switched<string>
  /** Enter sends and Shift+Enter breaks the line, or the other way round. */
  readonly enterSends: boolean
  /** `/` and `?` do something outside of fields. */
  readonly singleKeys: boolean
}

export const switches = [
  'temperature',
  'maxTokens',
  'topP',
  'stop',
  'effort',
  'schema',
  'tools',
] as const satisfies readonly (keyof Settings)[]

export type SwitchName = (typeof switches)[number]

export const defaultSettings: Settings = {
  model: '',
  style: 'chat-completions',
  system: '',
  stream: true,
  temperature: { on: false, value: 1 },
  maxTokens: { on: false, value: 1024 },
  topP: { on: false, value: 1 },
  stop: { on: false, value: '' },
  effort: { on: false, value: 'medium' },
  schema: {
    on: false,
    value: `{
  "type": "object",
  "properties": { "answer": { "type": "string" } },
  "required": ["answer"],
  "additionalProperties": false
}`,
  },
  tools: {
    on: false,
    value: `[
  {
    "name": "clock",
    "description": "The time in a time zone.",
    "parameters": {
      "type": "object",
      "properties": { "zone": { "type": "string" } },
      "required": ["zone"]
    }
  }
]`,
  },
  enterSends: true,
  singleKeys: true,
}

/** Settings from a stored or imported value; members that are missing or of another type are the default ones. */
export function readSettings(value: unknown): Settings {
  const given = objectOf(value) ?? {}
  const base = defaultSettings
  return {
    model: typeof given.model === 'string' ? given.model : base.model,
    style: chatDialects.find((style) => style === given.style) ?? base.style,
    system: typeof given.system === 'string' ? given.system : base.system,
    stream: typeof given.stream === 'boolean' ? given.stream : base.stream,
    temperature: readSwitched(given.temperature, base.temperature, isNumber),
    maxTokens: readSwitched(given.maxTokens, base.maxTokens, isNumber),
    topP: readSwitched(given.topP, base.topP, isNumber),
    stop: readSwitched(given.stop, base.stop, isText),
    effort: readSwitched(given.effort, base.effort, (effort) => effort === 'low' || effort === 'medium' || effort === 'high'),
    schema: readSwitched(given.schema, base.schema, isText),
    tools: readSwitched(given.tools, base.tools, isText),
    enterSends: typeof given.enterSends === 'boolean' ? given.enterSends : base.enterSends,
    singleKeys: typeof given.singleKeys === 'boolean' ? given.singleKeys : base.singleKeys,
  }
}

function readSwitched<Value>(given: unknown, base: Switched<Value>, fits: (value: unknown) => value is Value): Switched<Value> {
  if (!isObject(given)) return base
  return { on: given.on === true, value: fits(given.value) ? given.value : base.value }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isText = (value: unknown): value is string => typeof value === 'string'

const storageKey = 'anywire.playground'

/** Never tokens, never the conversation. */
export function storeSettings(settings: Settings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings))
  } catch {
    // Storage may be forbidden or full: the settings then hold until the page is left.
  }
}

export function loadSettings(): Settings {
  try {
    return readSettings(parseJson(localStorage.getItem(storageKey) ?? ''))
  } catch {
    return defaultSettings
  }
}
