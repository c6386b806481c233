import { useSignal } from '@preact/signals'
import { Button } from '../../../components/button.js'
import { countText } from '../../../components/format.js'

export interface Frame {
  readonly atMs: number
  readonly text: string
}

const step = 200

/** Events of a stream, or one body, with the time at which each came. */
export function Frames({ frames, label }: { readonly frames: readonly Frame[]; readonly label: string }) {
  const shown = useSignal(step)
  if (frames.length === 0) return <p class="muted">Nothing yet.</p>
  return (
    <>
      <ol class="frames" tabIndex={0} aria-label={label}>
        {frames.slice(0, shown.value).map((frame, index) => (
          <li key={index}>
            <span class="offset">{countText(frame.atMs)} ms</span>
            <code>
              {frame.text.length > 4000 ? `${frame.text.slice(0, 4000)} … (${countText(frame.text.length)} characters)` : frame.text}
            </code>
          </li>
        ))}
      </ol>
      {frames.length > shown.value && (
        <Button onClick={() => (shown.value += step)}>
          {countText(Math.min(step, frames.length - shown.value))} more of {countText(frames.length)}
        </Button>
      )}
    </>
  )
}
