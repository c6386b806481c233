import { objectsOf, objectOf, parseJson, textOf } from '../../src/json/object.js'

/** Milliseconds of processor time: other work on the machine does not count. */
export interface MainThread {
  /** Of scripts, for each frame. */
  readonly frames: readonly number[]
  /** Of each task. */
  readonly tasks: readonly number[]
  /** How many elements each computation of styles was for; other work on the machine changes nothing in it. */
  readonly styled: readonly number[]
}

interface Slice {
  readonly name: string
  readonly at: number
  readonly end: number
  readonly milliseconds: number
}

export const traceCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel']

const scripts: ReadonlySet<string> = new Set(['FunctionCall', 'RunMicrotasks', 'EvaluateScript', 'FireAnimationFrame', 'TimerFire'])

/** Reads a trace of Chromium: what the page's main thread did between the beginnings of its frames. */
export function readMainThread(trace: Buffer): MainThread {
  const events = objectsOf(objectOf(parseJson(trace.toString()))?.['traceEvents'])
  const slices: Slice[] = []
  for (const { name, ts, dur, tdur } of pageThread(events))
    if (typeof name === 'string' && typeof ts === 'number' && typeof dur === 'number')
      slices.push({ name, at: ts, end: ts + dur, milliseconds: (typeof tdur === 'number' ? tdur : dur) / 1000 })
  slices.sort((one, other) => one.at - other.at || other.end - one.end)
  const styled = events.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? [Number(objectOf(args)?.['elementCount'] ?? 0)] : []))
  const frames: number[] = []
  const tasks: number[] = []
  let scriptEnd = 0
  for (const { name, at, end, milliseconds } of slices) {
    if (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask') tasks.push(milliseconds)
    if (name === 'FireAnimationFrame') frames.push(0)
    // One within another is in its time already.
    if (!scripts.has(name) || at < scriptEnd) continue
    scriptEnd = end
    if (frames.length > 0) frames.push((frames.pop() ?? 0) + milliseconds)
  }
  return { frames, tasks, styled }
}

/** The events of the main thread that ran the most animation frames. */
function pageThread(events: ReturnType<typeof objectsOf>): ReturnType<typeof objectsOf> {
  const threadOf = ({ pid, tid }: (typeof events)[number]): string => `${String(pid)} ${String(tid)}`
  const counts = new Map<string, number>()
  for (const event of events)
    if (textOf(event.name) === 'FireAnimationFrame') counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1)
  const [main] = [...counts].sort(([, one], [, other]) => other - one)
  return main === undefined ? [] : events.filter((event) => threadOf(event) === main[0])
}

/** The value below which 95 % lie. */
export function p95(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? NaN
}
