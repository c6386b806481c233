import { useMemo } from 'preact/hooks'
import type { PlatformConversionLoss } from '../../../../generated/platform/model/index.js'
import { isWithin, jsonLines } from './json-lines.js'

/** JSON whose lost, approximated and moved parts are marked, with a word at their first line. */
export function JsonView({
  text,
  losses = [],
  label,
}: {
  readonly text: string
  readonly losses?: readonly PlatformConversionLoss[]
  readonly label: string
}) {
  const lines = useMemo(() => jsonLines(text), [text])
  let lastMarked = ''
  return (
    <pre class="json-view" tabIndex={0} aria-label={label}>
      {lines.map((line, index) => {
        const loss = losses.find(({ at }) => isWithin(line.pointer, at))
        if (loss === undefined) return <code key={index}>{`${line.text}\n`}</code>
        const first = lastMarked !== loss.at
        lastMarked = loss.at
        return (
          <mark key={index} class={loss.action} title={loss.why}>
            <code>{line.text}</code>
            {first && <span class="loss-word"> {loss.action}</span>}
            {'\n'}
          </mark>
        )
      })}
    </pre>
  )
}
