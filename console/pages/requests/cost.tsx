import type { PlatformConsoleModel, PlatformRequestDetails } from '../../../generated/platform/model/index.js'
import { Table } from '../../components/table.js'
import { Facts } from '../../components/facts.js'
import { dollars } from '../../format/money.js'
import { count } from '../../format/numbers.js'
import { Amount } from '../../format/spending.js'
import { presentPrice, priceArithmetic } from './price-lines.js'

const sources = {
  provider: 'the provider, which stated it',
  price: 'the price of the target',
  none: 'nothing: no price is known, or nothing is owed',
} as const

const usages = { provider: 'by the provider', estimated: 'estimated by the gateway', none: 'no tokens were used' } as const

export function Cost({
  request,
  models,
}: {
  readonly request: PlatformRequestDetails
  readonly models: readonly PlatformConsoleModel[] | undefined
}) {
  return (
    <section class="panel">
      <h2>Tokens and cost</h2>
      <Facts
        facts={[
          ['Tokens', `${count(request.input_tokens)} in, ${count(request.output_tokens)} out`],
          ['Counted', usages[request.usage_source]],
          ['Cost', <Amount text={request.cost_usd} />],
          ['Cost comes from', sources[request.cost_source]],
        ]}
      />
      {request.cost_source === 'price' && <Arithmetic request={request} models={models} />}
    </section>
  )
}

function Arithmetic({ request, models }: Parameters<typeof Cost>[0]) {
  const price = models === undefined ? undefined : presentPrice(request, models)
  if (price === undefined) return <p class="hint">The price of this target is not known here now.</p>
  const { lines, total, agrees } = priceArithmetic(request, price)
  return (
    <>
      <Table
        caption="How the cost comes about"
        rows={[...lines.map((line) => ({ ...line, last: false })), { what: 'Total', tokens: 0, perMillion: '', cost: total, last: true }]}
        rowKey={({ what }) => what}
        columns={[
          { id: 'what', header: 'Part', cell: ({ what, last }) => (last ? <strong>{what}</strong> : what) },
          { id: 'tokens', header: 'Tokens', numeric: true, cell: ({ tokens, last }) => (last ? '' : count(tokens)) },
          { id: 'price', header: 'Per million', numeric: true, cell: ({ perMillion, last }) => (last ? '' : `× ${dollars(perMillion)}`) },
          {
            id: 'cost',
            header: 'Cost',
            numeric: true,
            cell: ({ cost, last }) => (last ? <strong>= {dollars(cost)}</strong> : dollars(cost)),
          },
        ]}
      />
      {!agrees && (
        <p class="hint">
          With the price of now. The record says {dollars(request.cost_usd)}: the price was another one then, several attempts are counted,
          or it depends on more than these tokens (long prompts, service tiers, pictures, sound).
        </p>
      )}
    </>
  )
}
