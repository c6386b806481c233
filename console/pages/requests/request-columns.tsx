import type { PlatformRequest } from '../../../generated/platform/model/index.js'
import { Link } from '../../components/link.js'
import type { Column } from '../../components/table.js'
import { dollars } from '../../format/money.js'
import { count, duration, shortCount } from '../../format/numbers.js'
import { styleTitle } from '../../format/styles.js'
import { utcTime } from '../../format/times.js'
import { chainOf, reasonOf } from './attempts.js'
import { OutcomeStatus } from './outcomes.js'

export const requestLink = (id: string): string => `/console/requests/${encodeURIComponent(id)}`

export const requestColumns: readonly Column<PlatformRequest>[] = [
  {
    id: 'time',
    header: 'Began (UTC)',
    cell: ({ request_id: id, started_at: at }) => (
      <Link class="nowrap" href={requestLink(id)} title={id}>
        {utcTime(at)}
      </Link>
    ),
  },
  { id: 'outcome', header: 'Outcome', cell: (request) => <OutcomeStatus request={request} /> },
  { id: 'model', header: 'Model', cell: ({ model }) => <Text text={model} /> },
  { id: 'provider', header: 'Provider', cell: (request) => <Attempts request={request} /> },
  { id: 'token', header: 'Token', cell: ({ token }) => <Text text={token} /> },
  { id: 'style', header: 'Style', cell: ({ style }) => <Text text={style === null ? null : styleTitle(style)} /> },
  {
    id: 'tokens',
    header: 'Tokens',
    numeric: true,
    cell: ({ input_tokens: input, output_tokens: output }) => (
      <span title={`${count(input)} in, ${count(output)} out`}>
        {shortCount(input)} → {shortCount(output)}
      </span>
    ),
  },
  { id: 'cost', header: 'Cost', numeric: true, cell: ({ cost_usd: cost }) => <span title={`${cost} US dollars`}>{dollars(cost)}</span> },
  {
    id: 'duration',
    header: 'First byte / end',
    numeric: true,
    cell: ({ first_byte_ms: first, duration_ms: taken }) => (
      <>
        <span class="muted">{first === null ? '–' : duration(first)} /</span> {duration(taken)}
      </>
    ),
  },
]

function Text({ text }: { readonly text: string | null }) {
  if (text === null) return <span class="muted">–</span>
  return (
    <span class="cut" title={text}>
      {text}
    </span>
  )
}

/** The chain of attempts up to the provider that answered; why each was made, in full, in the title. */
function Attempts({ request: { attempts, provider } }: { readonly request: PlatformRequest }) {
  if (provider === null) return <span class="muted">none</span>
  const reasons = attempts.map((attempt, index) => `${index + 1}. ${attempt.provider}: ${reasonOf(attempts, index)}`).join('\n')
  return (
    <span class="cut" title={reasons}>
      {attempts.length > 1 ? chainOf(attempts) : provider}
    </span>
  )
}
