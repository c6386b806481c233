// Small changes of JSON and of streams, of which the tables of faults are made.
import { isObject } from '../../../src/json/object.js'

export type Json = Record<string, unknown>
/** Changes a body in place. Returns whether there was something to change. */
export type Edit = (body: unknown) => boolean

/** One frame of a stream. */
export interface Frame {
  readonly event: string | undefined
  /** The data as JSON; the text where it is not JSON. */
  data: unknown
}
/** Returns the frames to send in place of these; the same list: there was nothing to change. */
export type StreamEdit = (frames: readonly Frame[]) => readonly Frame[]

function parentOf(body: unknown, pointer: string): { readonly parent: Json; readonly key: string } | undefined {
  const steps = pointer.split('/').slice(1)
  const key = steps.pop() ?? ''
  let parent: unknown = body
  for (const step of steps) parent = isObject(parent) || Array.isArray(parent) ? (parent as unknown as Json)[step] : undefined
  return isObject(parent) || Array.isArray(parent) ? { parent: parent as unknown as Json, key } : undefined
}

/** The member gets another value, computed from the one before. A member that is absent is left absent. */
export function edit(pointer: string, change: (value: unknown) => unknown): Edit {
  return (body) => {
    const found = parentOf(body, pointer)
    if (found?.parent[found.key] === undefined) return false
    found.parent[found.key] = change(found.parent[found.key])
    return true
  }
}

/** The member has this value. */
export function set(pointer: string, value: unknown): Edit {
  return (body) => {
    const found = parentOf(body, pointer)
    if (found === undefined || JSON.stringify(found.parent[found.key]) === JSON.stringify(value)) return false
    found.parent[found.key] = value
    return true
  }
}

export function drop(pointer: string): Edit {
  return (body) => {
    const found = parentOf(body, pointer)
    if (found?.parent[found.key] === undefined) return false
    if (Array.isArray(found.parent)) found.parent.splice(Number(found.key), 1)
    else Reflect.deleteProperty(found.parent, found.key)
    return true
  }
}

/** Several changes of one body. */
export const all =
  (...edits: readonly Edit[]): Edit =>
  (body) =>
    edits.map((one) => one(body)).some(Boolean)

/** Which frames: by the type in their data, or by a test. */
type Which = string | ((data: Json, position: number, count: number) => boolean)

const matches = (which: Which, frames: readonly Frame[], position: number): boolean => {
  const data = frames[position]?.data
  if (!isObject(data)) return false
  return typeof which === 'string' ? data['type'] === which : which(data, position, frames.length)
}

/** A change of the data of these frames. */
export function inFrames(which: Which, change: Edit): StreamEdit {
  return (frames) => {
    const copies = frames.map(({ event, data }) => ({ event, data: structuredClone(data) }))
    const changed = copies.filter((frame, position) => matches(which, frames, position) && change(frame.data))
    return changed.length === 0 ? frames : copies
  }
}

export const inFirst = (which: Which, change: Edit): StreamEdit => {
  return (frames) => {
    const first = frames.findIndex((_, position) => matches(which, frames, position))
    return first < 0 ? frames : inFrames((_, position) => position === first, change)(frames)
  }
}

export function without(which: Which): StreamEdit {
  return (frames) => {
    const left = frames.filter((_, position) => !matches(which, frames, position))
    return left.length === frames.length ? frames : left
  }
}

export function withoutFirst(which: Which): StreamEdit {
  return (frames) => {
    const first = frames.findIndex((_, position) => matches(which, frames, position))
    return first < 0 ? frames : frames.filter((_, position) => position !== first)
  }
}

export function twice(which: Which): StreamEdit {
  return (frames) => {
    const first = frames.findIndex((_, position) => matches(which, frames, position))
    const frame = frames[first]
    return frame === undefined ? frames : [...frames.slice(0, first), frame, ...frames.slice(first)]
  }
}

/** The first frame of this kind and the one behind it change places. */
export function swapped(which: Which): StreamEdit {
  return (frames) => {
    const first = frames.findIndex((_, position) => matches(which, frames, position))
    const [one, other] = [frames[first], frames[first + 1]]
    return one === undefined || other === undefined ? frames : [...frames.slice(0, first), other, one, ...frames.slice(first + 2)]
  }
}

export const withoutLast: StreamEdit = (frames) => frames.slice(0, -1)

export const renumbered =
  (then: StreamEdit): StreamEdit =>
  (frames) => {
    const changed = then(frames)
    if (changed === frames) return frames
    return changed.map(({ event, data }, position) => ({ event, data: isObject(data) ? { ...data, sequence_number: position } : data }))
  }

export function framesOf(text: string): readonly Frame[] {
  return text
    .split(/\r?\n\r?\n/)
    .filter((frame) => /^(?:event|data):/m.test(frame))
    .map((frame) => {
      const event = /^event: ?(.*)$/m.exec(frame)?.[1]
      const data = /^data: ?(.*)$/m.exec(frame)?.[1] ?? ''
      return { event, data: data.trim() === '[DONE]' ? '[DONE]' : (JSON.parse(data) as unknown) }
    })
}

export function textOfFrames(frames: readonly Frame[]): string {
  return frames
    .map(
      ({ event, data }) =>
        `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
    )
    .join('')
}
