/** The next in line. */
const waiting: (() => void)[] = []

/**
 * Resolves in a turn of the event loop in which no other one of these resolves: large pieces of work of many requests run one in each turn,
 * with what the sockets bring between them.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next)
  })
}

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}

/** Milliseconds of work in one turn. */
const turnMs = 2

/** Calls `step` until it returns `true`, in as many turns as that takes. */
export async function inTurns(step: () => boolean): Promise<void> {
  for (;;) {
    await ownTurn()
    const until = performance.now() + turnMs
    do {
      if (step()) return
    } while (performance.now() < until)
  }
}
