import { isObject, objectOf, objectsOf, textOf, textOrEmpty, type JsonObject } from '../../../src/json/object.js'
import { isRunning, type Picture, type ToolCall, type Turn } from './conversation.js'
import { readSettings, type Settings } from './settings.js'

/** Settings and conversation as a file; tokens are in neither. */
export function exported(settings: Settings, turns: readonly Turn[]): JsonObject {
  return { anywire_playground: 1, settings, turns: turns.filter((turn) => turn.kind !== 'answer' || !isRunning(turn)) }
}

/** A file of `exported`; `undefined` for anything else. Every member is read anew: the file may come from anybody. */
export function readExported(value: JsonObject): { readonly settings: Settings; readonly turns: readonly Turn[] } | undefined {
  if (value.anywire_playground !== 1 || !Array.isArray(value.turns)) return undefined
  return { settings: readSettings(value.settings), turns: objectsOf(value.turns).flatMap(turnOf) }
}

function turnOf(turn: JsonObject): readonly Turn[] {
  switch (turn.kind) {
    case 'user':
      return [{ kind: 'user', id: 0, text: textOrEmpty(turn.text), pictures: mediaOf(turn.pictures, pictureType) }]
    case 'tool-results': {
      const results = objectsOf(turn.results).map((result) => ({
        call: callOf(objectOf(result.call) ?? {}),
        text: textOrEmpty(result.text),
      }))
      return [{ kind: 'tool-results', id: 0, results }]
    }
    case 'answer': {
      const measures = isObject(turn.measures) ? turn.measures : {}
      return [
        {
          kind: 'answer',
          id: 0,
          text: textOrEmpty(turn.text),
          reasoning: textOrEmpty(turn.reasoning),
          calls: objectsOf(turn.calls).map(callOf),
          pictures: mediaOf(turn.pictures, answerType),
          ...(turn.soundCut === true && { soundCut: true }),
          standing: { state: 'complete', finish: 'stop' },
          measures: { model: textOrEmpty(measures.model), style: textOrEmpty(measures.style) },
        },
      ]
    }
    default:
      return []
  }
}

function callOf(call: JsonObject): ToolCall {
  return { id: textOrEmpty(call.id), name: textOrEmpty(call.name), arguments: textOf(call.arguments) ?? '{}' }
}

const pictureType = /^image\/(?:png|jpeg|gif|webp)$/
/** Answers have sound too, whose type may have parameters. */
const answerType = /^(?:image\/(?:png|jpeg|gif|webp)|audio\/[\w.+-]+(?:; ?[\w.=-]+)*)$/

function mediaOf(value: unknown, types: RegExp): readonly Picture[] {
  return objectsOf(value).flatMap(({ name, mediaType, data }) => {
    const known = typeof mediaType === 'string' && types.test(mediaType)
    return known && typeof data === 'string' && /^[\w+/]*=*$/.test(data) ? [{ name: textOrEmpty(name), mediaType, data }] : []
  })
}
