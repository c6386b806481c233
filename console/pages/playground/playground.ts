import { computed, effect, signal } from '@preact/signals'
import { ApiError, problemOf, unreachable } from '../../api/problem.js'
import { announce } from '../../components/announce.js'
import { runCall } from './call.js'
import { isRunning, sentTurns, type AnswerContent, type AnswerTurn, type Picture, type ToolResult, type Turn } from './conversation.js'
import { oncePerFrame } from './once-per-frame.js'
import { askedOf, SettingProblem, type Asked } from './requests/options.js'
import { requestOf } from './requests/request.js'
import { loadSettings, storeSettings, type Settings } from './settings.js'
import { checkToken, currentToken, forgetOwnToken, noteRateLimits, tokenCheck, tokenSource } from './token.js'
import { loadStyle, type WireStyle } from './wire/wire-style.js'
import { WireLog } from './wire-log.js'

/** The state of the playground; it stays while other pages are open. */
export const settings = signal<Settings>(loadSettings())
export const turns = signal<readonly Turn[]>([])
export const settingProblem = signal<string | undefined>(undefined)
/** The gateway could not be reached by the last request. */
export const offline = signal(false)
/** What was sent and received for each answer, by the answer's id. */
export const logs = signal<ReadonlyMap<number, WireLog>>(new Map())
/** The id of the answer that is running. */
export const running = signal<number | undefined>(undefined)

effect(() => storeSettings(settings.value))

const chosenStyle = computed(() => settings.value.style)
// So that it is there before the first message, also where the gateway is then away.
effect(() => void loadStyle(chosenStyle.value).catch(() => undefined))

let lastId = 0
let abort: AbortController | undefined

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes }
}

export function send(text: string, pictures: readonly Picture[]): boolean {
  return answer([...turns.value, { kind: 'user', id: nextId(), text, pictures }])
}

export function giveResults(results: readonly ToolResult[]): void {
  answer([...turns.value, { kind: 'tool-results', id: nextId(), results }])
}

/** Asks again for an answer; it and what follows it are replaced. */
export function regenerate(id: number): void {
  answer(before(id))
}

/** Sends another text in place of a message; what follows it is replaced. */
export function resend(id: number, text: string): void {
  const turn = turns.value.find((one) => one.id === id)
  if (turn?.kind === 'user') answer([...before(id), { ...turn, text }])
}

export function deleteFrom(id: number): void {
  turns.value = before(id)
}

export function stop(): void {
  abort?.abort()
}

export function newConversation(): void {
  stop()
  turns.value = []
  logs.value = new Map()
  settingProblem.value = undefined
}

/** Replaces the conversation, for imports. */
export function openConversation(imported: readonly Turn[]): void {
  newConversation()
  turns.value = imported.map((turn) => ({ ...turn, id: nextId() }))
}

/** Whether the request was begun: settings may be wrong. */
function answer(history: readonly Turn[]): boolean {
  if (running.value !== undefined) return false
  try {
    const asked = askedOf(settings.value, sentTurns(history))
    settingProblem.value = undefined
    const { model, style } = settings.value
    const id = nextId()
    const waiting: AnswerContent = {
      text: '',
      reasoning: '',
      calls: [],
      pictures: [],
      standing: { state: 'waiting' },
      measures: { model, style },
    }
    turns.value = [...history, { ...waiting, kind: 'answer', id }]
    running.value = id
    void run(id, asked)
    return true
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error
    settingProblem.value = error.message
    return false
  }
}

async function run(id: number, asked: Asked): Promise<void> {
  const { model, style } = settings.value
  const controller = new AbortController()
  abort = controller
  announce('Answering …')
  const content = await ready(model, style).then((means) => {
    if ('standing' in means) return means
    const { token, wire } = means
    const request = requestOf(style, wire.body(asked), token)
    const log = new WireLog(request, token)
    logs.value = new Map(logs.value).set(id, log)
    const show = oncePerFrame((read: () => AnswerContent) => replace(id, read()))
    return runCall({ style, model, request, reader: wire.reader(), signal: controller.signal, log, onContent: show.call }).finally(() => {
      show.cancel()
      if (log.reply !== undefined) noteRateLimits(token, log.reply.headers)
    })
  })
  replace(id, content)
  running.value = undefined
  settle(content)
}

/** What a request takes, or why there is none. */
async function ready(
  model: string,
  style: Settings['style'],
): Promise<{ readonly token: string; readonly wire: WireStyle } | AnswerContent> {
  try {
    return { token: await currentToken(), wire: await loadedStyle(style) }
  } catch (error) {
    const standing = { state: 'failed', problem: problemOf(error) } as const
    return { text: '', reasoning: '', calls: [], pictures: [], standing, measures: { model, style } }
  }
}

function loadedStyle(style: Settings['style']): Promise<WireStyle> {
  return loadStyle(style).catch(() => {
    throw new ApiError(unreachable)
  })
}

function settle({ standing, measures }: AnswerContent): void {
  offline.value = standing.state === 'failed' && standing.problem.code === 'unreachable'
  const refused = standing.state === 'failed' && [401, 402, 403, 429].includes(standing.problem.status)
  if (refused && standing.problem.status === 401 && tokenSource.value === 'session') forgetOwnToken()
  if (refused || tokenCheck.value.state !== 'known') void checkToken()
  if (standing.state === 'complete')
    announce(`Answer complete${measures.outputTokens === undefined ? '' : `, ${measures.outputTokens} tokens`}`)
  if (standing.state === 'stopped') announce('Stopped')
}

function replace(id: number, content: AnswerContent): void {
  turns.value = turns.value.map((turn) => (turn.id === id && turn.kind === 'answer' ? { ...turn, ...content } : turn))
}

function before(id: number): readonly Turn[] {
  const index = turns.value.findIndex((turn) => turn.id === id)
  return index < 0 ? turns.value : turns.value.slice(0, index)
}

function nextId(): number {
  lastId += 1
  return lastId
}

/** The answer that runs or was the last one. */
export function lastAnswer(): AnswerTurn | undefined {
  return turns.value.findLast((turn) => turn.kind === 'answer')
}

export function canSend(): boolean {
  const last = lastAnswer()
  return settings.value.model !== '' && (last === undefined || !isRunning(last))
}
