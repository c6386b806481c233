import { CopyButton } from '../../components/copy-button.js'
import { costText, countText, durationText } from '../../components/format.js'
import { Link } from '../../components/link.js'
import type { Measures } from './conversation.js'

export function MeasuresLine({ measures }: { readonly measures: Measures }) {
  const { firstTokenMs, totalMs, inputTokens, outputTokens, cost, requestId } = measures
  const facts = [
    firstTokenMs === undefined ? '' : `${durationText(firstTokenMs)} first token`,
    totalMs === undefined ? '' : `${durationText(totalMs)} total`,
    inputTokens === undefined && outputTokens === undefined
      ? ''
      : `${inputTokens === undefined ? '?' : countText(inputTokens)} → ${outputTokens === undefined ? '?' : countText(outputTokens)} tokens`,
    cost === undefined ? '' : costText(cost),
  ].filter((fact) => fact !== '')
  if (facts.length === 0 && requestId === undefined) return null
  return (
    <p class="measures">
      <span>{facts.join(' · ')}</span>
      {requestId !== undefined && (
        <span class="measures-id">
          <Link href={`/console/requests/${encodeURIComponent(requestId)}`} title={requestId}>
            <code>{requestId}</code>
          </Link>
          <CopyButton variant="quiet" text={requestId} what="the request id" />
        </span>
      )}
    </p>
  )
}
