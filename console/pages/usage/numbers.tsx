import type { ComponentChildren } from 'preact'
import { Icon } from '../../components/icon.js'
import { dollars } from '../../format/money.js'
import { changeOf, count, share, shortCount, type Change } from '../../format/numbers.js'
import type { Sums } from './course.js'

/** The four numbers of the page, with how they have changed. */
export function Numbers({ now, before }: { readonly now: Sums; readonly before: Sums }) {
  const tokens = now.inputTokens + now.outputTokens
  return (
    <dl class="numbers">
      <Figure name="Requests" change={changeOf(now.requests, before.requests)}>
        <span title={count(now.requests)}>{shortCount(now.requests)}</span>
      </Figure>
      <Figure name="Tokens" change={changeOf(tokens, before.inputTokens + before.outputTokens)}>
        <span title={count(tokens)}>{shortCount(tokens)}</span>{' '}
        <small title={`${count(now.cachedInputTokens)} of the input from the cache`}>
          {shortCount(now.inputTokens)} in, {shortCount(now.outputTokens)} out
        </small>
      </Figure>
      <Figure name="Cost" change={changeOf(Number(now.cost), Number(before.cost))}>
        <span title={`${now.cost} US dollars`}>{dollars(now.cost)}</span>
      </Figure>
      <Figure name="Failed" change={changeOf(rate(now), rate(before))}>
        {share(now.failed, now.requests)}{' '}
        <small>
          {shortCount(now.failed)} of {shortCount(now.requests)}
        </small>
      </Figure>
    </dl>
  )
}

const rate = ({ failed, requests }: Sums): number => (requests === 0 ? 0 : failed / requests)

function Figure({ name, change, children }: { readonly name: string; readonly change: Change; readonly children: ComponentChildren }) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd class="figure-number">{children}</dd>
      <dd class="figure-change">
        <ChangeText change={change} />
      </dd>
    </div>
  )
}

function ChangeText({ change }: { readonly change: Change }) {
  switch (change.kind) {
    case 'none':
      return <>none before either</>
    case 'new':
      return <>none before</>
    case 'same':
      return <>as before</>
    case 'up':
    case 'down':
      return (
        <>
          <Icon name={change.kind === 'up' ? 'arrowUp' : 'arrowDown'} />
          {change.percent} {change.kind === 'up' ? 'more' : 'less'} than before
        </>
      )
  }
}
