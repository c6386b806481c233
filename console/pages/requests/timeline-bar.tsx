import type { PlatformRequest } from '../../../generated/platform/model/index.js'
import { duration } from '../../format/numbers.js'
import { timelineOf, type Stretch } from './timeline.js'

/** The request's time as one bar: authentication and routing, each attempt, the first byte, the end. The words below it say the same. */
export function TimelineBar({ request }: { readonly request: PlatformRequest }) {
  const { length, stretches, firstByte } = timelineOf(request)
  const part = (milliseconds: number): number => (milliseconds / length) * 1000
  return (
    <div class="timeline">
      <svg class="timeline-bar" viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
        {stretches.map((stretch, index) => (
          <rect
            key={index}
            class={classOf(stretch)}
            x={part(stretch.from)}
            width={Math.max(1, part(stretch.to - stretch.from) - 2)}
            height="24"
          />
        ))}
        {firstByte !== null && (
          <line class="first-byte" x1={part(firstByte)} x2={part(firstByte)} y1="0" y2="24" vector-effect="non-scaling-stroke" />
        )}
      </svg>
      <ul class="timeline-words">
        {stretches.map((stretch, index) => (
          <li key={index}>
            <span class={`mark ${classOf(stretch)}`} />
            {stretch.label}
            {stretch.failed && ' failed'}: {duration(stretch.to - stretch.from)}
          </li>
        ))}
        {firstByte !== null && (
          <li>
            <span class="mark first-byte" />
            First byte to the client: after {duration(firstByte)}
          </li>
        )}
        <li>End: after {duration(length)}</li>
      </ul>
      <p class="hint">
        “Authentication and routing” is checking the token and its limits, reading the body and choosing a target; “Waiting” is the time
        before another attempt.
      </p>
    </div>
  )
}

const classOf = ({ kind, failed }: Stretch): string => (failed ? 'failed' : kind)
