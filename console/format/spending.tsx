import { dollars, spentShare } from './money.js'

/** What is spent of a budget, in words and as a bar. */
export function Spending({
  spent,
  limit,
  period,
}: {
  readonly spent: string
  readonly limit: string | null
  /** After the limit: `per day`. */
  readonly period?: string | undefined
}) {
  if (limit === null) return <Amount text={spent} />
  const share = spentShare(spent, limit)
  return (
    <span class="spending">
      <span class="nowrap">
        <Amount text={spent} /> <span class="muted">of</span> <Amount text={limit} />
        {period !== undefined && <span class="muted"> {period}</span>}
      </span>
      <svg
        class={`bar ${share >= 1 ? 'bad' : share >= 0.8 ? 'warning' : 'good'}`}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width="100" height="4" class="bar-all" />
        <rect width={share * 100} height="4" class="bar-part" />
      </svg>
    </span>
  )
}

/** Dollars, with the exact amount in the title. */
export function Amount({ text }: { readonly text: string }) {
  return <span title={`${text} US dollars`}>{dollars(text)}</span>
}
