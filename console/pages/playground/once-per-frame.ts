/** Calls `run` at most once for each frame of the browser, with the newest argument; `cancel` drops a call that still waits. */
export function oncePerFrame<Argument>(run: (argument: Argument) => void): {
  readonly call: (argument: Argument) => void
  readonly cancel: () => void
} {
  let waiting: { readonly argument: Argument } | undefined
  let frame: number | undefined
  const draw = () => {
    frame = undefined
    const newest = waiting
    waiting = undefined
    if (newest !== undefined) run(newest.argument)
  }
  return {
    call(argument) {
      waiting = { argument }
      frame ??= requestAnimationFrame(draw)
    },
    cancel() {
      if (frame !== undefined) cancelAnimationFrame(frame)
      frame = undefined
      waiting = undefined
    },
  }
}
